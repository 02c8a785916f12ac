/// Writes one entry to the journal, or one line to standard error when that is not the journal.
///
/// The message reads alone, lower case, no full stop. Text from elsewhere goes into a field as well
/// as it came; in the journal every value is one value, whatever bytes it has.
///
/// - Parameters:
///   - level: How grave it is; what is less grave than `Journal.minimum` is not even put together.
///   - message: What happened, to what, why, and what follows.
///   - id: What kind of event it is; `nil` for one that is not catalogued.
///   - fields: What one would search by, under the names of almanac.journal(7); those without a value are left out.
///   - file: Where the call stands.
///   - line: Where the call stands.
///   - function: Where the call stands.
public func log(
    _ level: LogLevel, _ message: @autoclosure () -> String, _ id: MessageID?,
    _ fields: KeyValuePairs<String, String?> = [:],
    file: StaticString = #fileID, line: Int = #line, function: StaticString = #function
) {
    guard level <= Journal.minimum else { return }
    var entry = JournalEntry(level, message())
    entry.add("MESSAGE_ID", id?.rawValue)
    for (name, value) in fields { entry.add(name, value) }
    entry.add("CODE_FILE", "\(file)")
    entry.add("CODE_LINE", "\(line)")
    entry.add("CODE_FUNC", "\(function)")
    Journal.write(entry)
}

/// Writes one entry that is not catalogued; see the function with a `MessageID`.
///
/// - Parameters:
///   - level: How grave it is.
///   - message: What happened, to what, why, and what follows.
///   - fields: What one would search by; those without a value are left out.
///   - file: Where the call stands.
///   - line: Where the call stands.
///   - function: Where the call stands.
public func log(
    _ level: LogLevel, _ message: @autoclosure () -> String, _ fields: KeyValuePairs<String, String?> = [:],
    file: StaticString = #fileID, line: Int = #line, function: StaticString = #function
) {
    log(level, message(), nil, fields, file: file, line: line, function: function)
}

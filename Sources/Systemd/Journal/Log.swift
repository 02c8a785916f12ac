/// Writes one entry to the journal, or one line to standard error if that is not the journal.
///
/// The message is readable on its own, in lower case and without a full stop. Text from other sources also
/// goes unmodified into a field; in the journal every value is one value, whatever bytes it contains.
///
/// - Parameters:
///   - level: The severity; a message less severe than `Journal.minimum` is not even composed.
///   - message: What happened, to what, why, and what follows.
///   - id: The kind of event; `nil` if it is not in the catalogue.
///   - fields: The fields to search by, under the names of almanac.journal(7); fields without a value are
///     left out.
///   - file: The source file of the call.
///   - line: The line of the call.
///   - function: The function of the call.
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

/// Writes one entry that is not in the catalogue; see the function with a `MessageID`.
///
/// - Parameters:
///   - level: The severity.
///   - message: What happened, to what, why, and what follows.
///   - fields: The fields to search by; fields without a value are left out.
///   - file: The source file of the call.
///   - line: The line of the call.
///   - function: The function of the call.
public func log(
    _ level: LogLevel, _ message: @autoclosure () -> String, _ fields: KeyValuePairs<String, String?> = [:],
    file: StaticString = #fileID, line: Int = #line, function: StaticString = #function
) {
    log(level, message(), nil, fields, file: file, line: line, function: function)
}

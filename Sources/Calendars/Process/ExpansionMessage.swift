import Records

/// The lines by which the child sends its results.
///
/// A line is a letter, a space and a text; the parent trusts none of them.
enum ExpansionMessage {
    /// The child needs a zone of the tz database, or with the empty name that of the machine.
    case zone(String)
    /// A series whose rules take time begins: its number in the document.
    case begins(Int)
    /// An occurrence: the key of its record, empty if it has no UID, and its data.
    case occurrence(key: String, data: OccurrenceData)
    /// A part that cannot be used.
    case reject(Reject)
    /// The name of a calendar.
    case title(String)
    /// The end of a document: whether it has a calendar, and the moment from which its result differs.
    case end(hasCalendar: Bool, nextChange: Int64)

    /// The letter of the line of an occurrence.
    private static let letterOfOccurrence = UInt8(ascii: "o")
    /// The longest line, in bytes.
    static let longest = 1 << 20

    /// The line with its line feed.
    var line: [UInt8] {
        switch self {
        case .zone(let name): ExpansionMessage.line("z", .string(name))
        case .begins(let number): ExpansionMessage.line("b", .int(number))
        case .occurrence(let key, let data): ExpansionMessage.occurrence(key: key, data: data.bytes)
        case .reject(let reject):
            ExpansionMessage.line(
                "r",
                .members([
                    "field": reject.field.map { .string($0) }, "found": .string(reject.found),
                    "key": reject.key.map { .string($0) }, "reason": .string(reject.reason),
                ]))
        case .title(let title): ExpansionMessage.line("t", .string(title))
        case .end(let hasCalendar, let nextChange):
            ExpansionMessage.line("e", [.bool(hasCalendar), .int(nextChange)])
        }
    }

    /// Returns the line of an occurrence whose data are text already.
    static func occurrence(key: String, data: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(capacity: data.count + key.utf8.count + 64)
        writer.delimit(letterOfOccurrence)
        writer.delimit(.space)
        writer.beginObject()
        writer.name(plain: "data")
        writer.literal(data)
        writer.name(plain: "key")
        writer.string(key)
        writer.endObject()
        writer.delimit(.newline)
        return writer.bytes
    }

    private static func line(_ letter: String, _ value: JSON) -> [UInt8] {
        Array("\(letter) ".utf8) + value.bytes + [.newline]
    }

    /// Reads a line without its line feed; `nil` if it is none of these.
    init?(_ line: ArraySlice<UInt8>) {
        if line.first == ExpansionMessage.letterOfOccurrence {
            let object = line.dropFirst(2)
            guard let occurrence = ExpansionMessage.occurrence(object.span) else { return nil }
            self = occurrence
            return
        }
        guard line.count > 2, let value = try? JSON(parsing: Array(line.dropFirst(2))) else { return nil }
        switch (line.first.map { Character(UnicodeScalar($0)) }, value) {
        case ("z", .string(let name)): self = .zone(name)
        case ("b", .number): self = .begins(value.int ?? 0)
        case ("r", .object):
            self = .reject(
                Reject(
                    key: value["key"]?.string, field: value["field"]?.string,
                    found: value["found"]?.string ?? "", reason: value["reason"]?.string ?? ""))
        case ("t", .string(let title)): self = .title(title)
        case ("e", .array(let parts)):
            guard parts.count == 2, let hasCalendar = parts[0].bool, let next = parts[1].int else {
                return nil
            }
            self = .end(hasCalendar: hasCalendar, nextChange: Int64(next))
        default: return nil
        }
    }

    /// Reads the object of an occurrence; `nil` if it is none.
    private static func occurrence(_ line: Span<UInt8>) -> ExpansionMessage? {
        // Scanners do not check the UTF-8 of what they skip.
        guard (try? UTF8Span(validating: line)) != nil else { return nil }
        var key: String?
        var data: OccurrenceData?
        do throws(JSONError) {
            try JSONScanner.members(line) { (name, scanner) throws(JSONError) in
                switch name {
                case "key": key = try scanner.text(line)
                case "data": data = try OccurrenceData(line, &scanner)
                default: try scanner.skipValue(line)
                }
            }
        } catch {
            return nil
        }
        guard let key, let data else { return nil }
        return .occurrence(key: key, data: data)
    }
}

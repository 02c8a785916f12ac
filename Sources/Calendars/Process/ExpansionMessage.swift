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
    case occurrence(key: String, data: JSON)
    /// A part that cannot be used.
    case reject(Reject)
    /// The name of a calendar.
    case title(String)
    /// The end of a document: whether it has a calendar, and the moment from which its result differs.
    case end(hasCalendar: Bool, nextChange: Int64)

    /// The longest line, in bytes.
    static let longest = 1 << 20

    /// The line with its line feed.
    var line: [UInt8] {
        switch self {
        case .zone(let name): ExpansionMessage.line("z", .string(name))
        case .begins(let number): ExpansionMessage.line("b", .int(number))
        case .occurrence(let key, let data):
            ExpansionMessage.line("o", ["data": data, "key": .string(key)])
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
        var writer = JSONWriter(capacity: data.count + 64)
        writer.beginObject()
        writer.name("data")
        writer.literal(data)
        writer.name("key")
        writer.string(key)
        writer.endObject()
        return Array("o ".utf8) + writer.bytes + [.newline]
    }

    private static func line(_ letter: String, _ value: JSON) -> [UInt8] {
        Array("\(letter) ".utf8) + value.bytes + [.newline]
    }

    /// Reads a line without its line feed; `nil` if it is none of these.
    init?(_ line: some Collection<UInt8>) {
        guard line.count > 2, let value = try? JSON(parsing: Array(line.dropFirst(2))) else { return nil }
        switch (line.first.map { Character(UnicodeScalar($0)) }, value) {
        case ("z", .string(let name)): self = .zone(name)
        case ("b", .number): self = .begins(value.int ?? 0)
        case ("o", .object):
            guard let key = value["key"]?.string, let data = value["data"], data.object != nil else {
                return nil
            }
            self = .occurrence(key: key, data: data)
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
}

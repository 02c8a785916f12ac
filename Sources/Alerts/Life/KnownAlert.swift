public import Records

/// An alert that earlier documents left in force, as its record states it.
public struct KnownAlert: Sendable {
    /// The key of the record.
    public let key: String
    /// The sender and the identifier of the message; see `AlertMessage.name`.
    private(set) var name = ""
    private(set) var identifier = ""
    private(set) var sender = ""
    private(set) var event = ""
    /// See `AlertLevel.significance`.
    private(set) var significance: String?
    private(set) var sent = UTC(seconds: 0)
    private(set) var onset: UTC?
    private(set) var ends: UTC?
    /// The first of the answers that lacked it; `nil` if the last one contained it.
    private(set) var unconfirmed: UTC?
    /// The codes of its zones, or else the names of its areas.
    private(set) var zones: Set<String> = []
    /// The parameters that identify a message as a continuation, in its dialect.
    private(set) var marks: [String: String] = [:]
    /// The data, to read the geometry from; empty if nothing depends on it.
    private var data: [UInt8] = []

    /// Reads a record; one that states no identifier was not made of an alert.
    public init?(_ record: Record) {
        key = record.key
        guard (try? read(record.data.span)) != nil, !identifier.isEmpty else { return nil }
        name = sender + "," + identifier
        if marks["AWIPSidentifier"] != nil, marks["VTEC"] == nil { data = record.data }
    }

    /// The area; `nil` if it has none.
    var area: GeoArea? { GeoArea(ofRecord: data) }

    private mutating func read(_ bytes: Span<UInt8>) throws(JSONError) {
        var areas = ""
        var codes: Set<String> = []
        try JSONScanner.members(bytes) { (name, scanner) throws(JSONError) in
            switch name {
            case "area": areas = try scanner.text(bytes) ?? ""
            case "event": event = try scanner.text(bytes) ?? ""
            case "identifier": identifier = try scanner.text(bytes) ?? ""
            case "sender": sender = try scanner.text(bytes) ?? ""
            case "effective", "onset": onset = UTC(iso8601: try scanner.text(bytes) ?? "")
            case "ends": ends = UTC(iso8601: try scanner.text(bytes) ?? "")
            case "sent": sent = UTC(iso8601: try scanner.text(bytes) ?? "") ?? sent
            case "significance": significance = try scanner.text(bytes)
            case "unconfirmed": unconfirmed = UTC(iso8601: try scanner.text(bytes) ?? "")
            case "zones": codes = KnownAlert.codes(try scanner.value(bytes, depth: 1))
            case "parameters": read(parameters: try scanner.value(bytes, depth: 1))
            default: try scanner.skipValue(bytes, depth: 1)
            }
        }
        zones = codes.isEmpty ? Set(areas.split(separator: ";").map { $0.trimmedBlanks }) : codes
    }

    private mutating func read(parameters: JSON) {
        for name in AlertMarks.names { marks[name] = parameters[name]?.string }
    }

    private static func codes(_ zones: JSON) -> Set<String> {
        Set((zones.object ?? []).flatMap { $0.value.array ?? [] }.compactMap(\.string))
    }
}

/// The parameters that identify a message as the continuation of another.
enum AlertMarks {
    static let names = ["AWIPSidentifier", "VTEC", "awareness_type"]
}

extension StringProtocol {
    /// The text without blanks around it.
    var trimmedBlanks: String {
        let text = drop { $0 == " " }
        return String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
    }
}

import Records

/// Which members the records of a document have, and of which types.
///
/// Of a long document the first thousand records are looked at, and then every fiftieth.
nonisolated struct Shape: Hashable, Sendable {
    /// The types of a member's values, each by the first letter of its name in JSON Schema.
    private(set) var members: [String: Set<String>] = [:]
    private var seen = 0

    /// Makes the shape of no record.
    init() {}

    /// Makes a shape of what is known of its members.
    init(members: [String: Set<String>]) { self.members = members }

    /// Looks at the records that come next.
    mutating func look(at records: [Record]) {
        for record in records {
            seen += 1
            if seen <= 1000 || seen % 50 == 0 { look(at: record.data.span) }
        }
    }

    /// Reads the members of an object of ours; where it is none, what was read counts.
    private mutating func look(at data: Span<UInt8>) {
        var scanner = JSONScanner(at: 1)
        while scanner.peek(data) == 0x22, let name = try? scanner.string(data) {
            guard scanner.take(0x3A, data), let first = scanner.peek(data) else { return }
            let type = Shape.type(first)
            if members[name]?.contains(type) != true { members[name, default: []].insert(type) }
            guard (try? scanner.value(data)) != nil, scanner.take(0x2C, data) else { return }
        }
    }

    private static func type(_ first: UInt8) -> String {
        switch first {
        case 0x22: "string"
        case 0x7B: "object"
        case 0x5B: "array"
        case 0x74, 0x66: "boolean"
        default: "number"
        }
    }
}

import Records

/// Which members the records of a document have, and of which types.
///
/// Of a long document the first thousand records are looked at, and then every fiftieth.
nonisolated struct Shape: Hashable, Sendable {
    /// A member and the types that its values had, a bit each.
    private struct Member: Hashable {
        /// As it stands in canonical JSON, in quotes, and the colon.
        let text: [UInt8]
        let name: String
        var types: UInt8
    }

    /// In the order in which records have them, as far as that can be told.
    private var found: [Member] = []
    private var seen = 0

    /// Makes the shape of no record.
    init() {}

    /// Makes a shape of what is known of its members.
    init(members: [String: Set<String>]) {
        found = members.sorted { $0.key.precedes($1.key) }.map { name, types in
            Member(text: Shape.text(name), name: name, types: types.reduce(0) { $0 | Shape.bit(of: $1) })
        }
    }

    /// The types of a member's values, each by its name in JSON Schema.
    var members: [String: Set<String>] {
        let pairs = found.map { member in
            (member.name, Set(Shape.types.filter { member.types & Shape.bit(of: $0) != 0 }))
        }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }

    /// Looks at the records that come next.
    mutating func look(at records: [Record]) {
        for record in records {
            seen += 1
            if seen <= 1000 || seen % 50 == 0 { look(at: record.data.span) }
        }
    }

    /// Reads the members of an object of ours; where it is none, what was read counts.
    private mutating func look(at data: Span<UInt8>) {
        var (scanner, next) = (JSONScanner(at: 1), 0)
        while scanner.peek(data) == 0x22 {
            guard let place = place(in: data, &scanner, from: next), let first = scanner.peek(data) else {
                return
            }
            found[place].types |= Shape.bit(of: Shape.type(first))
            next = place + 1
            guard (try? scanner.skipValue(data)) != nil, scanner.take(0x2C, data) else { return }
        }
    }

    /// The member whose name stands here, mostly the one behind the last, and passes over it; one that is new is added.
    private mutating func place(in data: Span<UInt8>, _ scanner: inout JSONScanner, from next: Int) -> Int? {
        for place in next..<found.count where data.has(found[place].text, at: scanner.offset) {
            scanner.offset += found[place].text.count
            return place
        }
        guard let name = try? scanner.string(data), scanner.take(0x3A, data) else { return nil }
        if let place = found.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return place }
        found.insert(Member(text: Shape.text(name), name: name, types: 0), at: next)
        return next
    }
}

nonisolated extension Shape {
    /// Whether both have the same members of the same types.
    static func == (left: Shape, right: Shape) -> Bool { left.members == right.members }

    /// Hashes the members.
    func hash(into hasher: inout Hasher) { hasher.combine(members) }

    private static let types = ["array", "boolean", "number", "object", "string"]

    private static func bit(of type: String) -> UInt8 {
        types.firstIndex(of: type).map { 1 << UInt8($0) } ?? 0
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

    private static func text(_ name: String) -> [UInt8] { JSON.string(name).bytes + [0x3A] }
}

nonisolated extension Span<UInt8> {
    /// Whether bytes stand at a place.
    fileprivate func has(_ bytes: [UInt8], at place: Int) -> Bool {
        guard place + bytes.count <= count else { return false }
        for index in bytes.indices where self[place + index] != bytes[index] { return false }
        return true
    }
}

import Records

/// The members of a document's records, with their types.
///
/// In a long document, only the first thousand records and every fiftieth after them are examined.
nonisolated struct DocumentShape: Hashable, Sendable {
    /// A member and the types of its values, one bit each.
    private struct Member: Hashable {
        /// The name as in canonical JSON: quoted and followed by a colon.
        let text: [UInt8]
        let name: String
        var types: UInt8
    }

    /// The members, approximately in the order in which records contain them.
    private var found: [Member] = []
    private var seen = 0

    /// Creates the shape of a document without records.
    init() {}

    /// The types of each member's values, named as in JSON Schema.
    var members: [String: Set<String>] {
        let pairs = found.map { member in
            (member.name, Set(DocumentShape.types.filter { member.types & DocumentShape.bit(of: $0) != 0 }))
        }
        return Dictionary(pairs, uniquingKeysWith: { $1 })
    }

    /// Examines the next records.
    mutating func examine(_ records: [Record]) {
        for record in records {
            seen += 1
            if seen <= 1000 || seen % 50 == 0 { examine(record.data.span) }
        }
    }

    /// Reads the members of an object that we wrote; stops at anything invalid and keeps what was read so
    /// far.
    private mutating func examine(_ data: Span<UInt8>) {
        var scanner = JSONScanner(at: 1)
        var next = 0
        while scanner.peek(data) == .quote {
            guard let place = place(in: data, &scanner, from: next), let first = scanner.peek(data) else {
                return
            }
            found[place].types |= DocumentShape.bit(of: DocumentShape.type(first))
            next = place + 1
            guard (try? scanner.skipValue(data)) != nil, scanner.consume(.comma, in: data) else { return }
        }
    }

    /// Returns the index of the member whose name comes next, usually the one after the last, and skips the
    /// name; adds the member if it is new.
    private mutating func place(in data: Span<UInt8>, _ scanner: inout JSONScanner, from next: Int) -> Int? {
        let known = [next..<found.count, 0..<next].joined()
        if let place = known.first(where: { data.has(found[$0].text, at: scanner.offset) }) {
            scanner.offset += found[place].text.count
            return place
        }
        guard let name = try? scanner.string(data), scanner.consume(.colon, in: data) else { return nil }
        found.insert(Member(text: DocumentShape.text(name), name: name, types: 0), at: next)
        return next
    }
}

nonisolated extension DocumentShape {
    /// Whether both shapes have the same members of the same types.
    static func == (left: DocumentShape, right: DocumentShape) -> Bool { left.members == right.members }

    /// Hashes the members.
    func hash(into hasher: inout Hasher) { hasher.combine(members) }

    private static let types = ["array", "boolean", "number", "object", "string"]

    private static func bit(of type: String) -> UInt8 {
        types.firstIndex(of: type).map { 1 << UInt8($0) } ?? 0
    }

    private static func type(_ first: UInt8) -> String {
        switch first {
        case .quote: "string"
        case .leftBrace: "object"
        case .leftBracket: "array"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): "boolean"
        default: "number"
        }
    }

    private static func text(_ name: String) -> [UInt8] { JSON.string(name).bytes + [.colon] }
}

nonisolated extension Span<UInt8> {
    /// Whether the bytes occur at an offset.
    fileprivate func has(_ bytes: [UInt8], at place: Int) -> Bool {
        guard place + bytes.count <= count else { return false }
        for index in bytes.indices where self[place + index] != bytes[index] { return false }
        return true
    }
}

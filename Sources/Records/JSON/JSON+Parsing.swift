extension JSON {
    /// The maximum nesting depth of arrays and objects.
    public static let maximumDepth = 512

    /// Parses a complete JSON text. If a name is repeated, the last value counts.
    ///
    /// - Throws: `JSONError` if the text is not JSON or not UTF-8, or nests deeper than `maximumDepth`.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        try self.init(parsing: bytes.span)
    }

    /// Parses a complete JSON text. If a name is repeated, the last value counts.
    ///
    /// - Throws: `JSONError` if the text is not JSON or not UTF-8, or nests deeper than `maximumDepth`.
    public init(parsing bytes: Span<UInt8>) throws(JSONError) {
        var scanner = JSONScanner()
        self = try scanner.value(bytes)
        if scanner.peek(bytes) != nil { throw JSONError(expected: "end", at: scanner.offset) }
    }
}

extension JSONScanner {
    /// Parses the next value completely.
    ///
    /// - Throws: `JSONError` if it is not JSON or not UTF-8, or nests deeper than `JSON.maximumDepth` below
    ///   `depth`.
    public mutating func value(_ bytes: Span<UInt8>, depth: Int = 0) throws(JSONError) -> JSON {
        guard depth <= JSON.maximumDepth else { throw JSONError(expected: "more depth", at: offset) }
        switch peek(bytes) {
        case .leftBrace: return .object(try members(bytes, depth: depth))
        case .leftBracket: return .array(try elements(bytes, depth: depth))
        case .quote: return .string(try string(bytes))
        case UInt8(ascii: "t"):
            try word("true", in: bytes)
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false", in: bytes)
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null", in: bytes)
            return .null
        case .some(.hyphen), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
            let place = try number(bytes)
            return .number(literal(bytes, range: place))
        default: throw JSONError(expected: "value", at: offset)
        }
    }

    private mutating func elements(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> [JSON] {
        offset += 1
        var elements: [JSON] = []
        if consume(.rightBracket, in: bytes) { return elements }
        repeat {
            elements.append(try value(bytes, depth: depth + 1))
        } while consume(.comma, in: bytes)
        try expect(.rightBracket, as: "end of array", in: bytes)
        return elements
    }

    private mutating func members(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> [JSON.Member] {
        offset += 1
        if consume(.rightBrace, in: bytes) { return [] }
        var members = UniqueMembers()
        repeat {
            _ = peek(bytes)
            let name = try string(bytes)
            try expect(.colon, as: "colon", in: bytes)
            members.set(name, to: try value(bytes, depth: depth + 1))
        } while consume(.comma, in: bytes)
        try expect(.rightBrace, as: "end of object", in: bytes)
        return members.members
    }

    private func literal(_ bytes: Span<UInt8>, range: Range<Int>) -> String {
        bytes.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

/// The members of an object while they are read; a later value replaces an earlier one of the same name.
private struct UniqueMembers {
    private(set) var members: [JSON.Member] = []
    private var places: [[UInt8]: Int] = [:]
    /// The marks of all names.
    private var marks: UInt64 = 0

    init() { members.reserveCapacity(4) }

    mutating func set(_ name: String, to value: JSON) {
        let mark = UniqueMembers.mark(of: name)
        if marks & mark != 0, let place = place(of: name) {
            members[place].value = value
        } else {
            marks |= mark
            if !places.isEmpty { places[Array(name.utf8)] = members.count }
            members.append(JSON.Member(name, value))
        }
    }

    /// Returns a bit that depends on the length and the first byte of a name; a bit that no other name has
    /// set shows without a search that the name is new.
    private static func mark(of name: String) -> UInt64 {
        1 << ((UInt64(name.utf8.count) &* 5 &+ UInt64(name.utf8.first ?? 0)) & 63)
    }

    /// Returns the index of a member, by a linear search among a few members, by a table among many.
    private mutating func place(of name: String) -> Int? {
        guard members.count >= 32 else {
            let span = members.span
            for index in span.indices where span[index].isNamed(name) { return index }
            return nil
        }
        if places.isEmpty {
            for (index, member) in members.enumerated() { places[Array(member.name.utf8)] = index }
        }
        return places[Array(name.utf8)]
    }
}

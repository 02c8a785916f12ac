extension JSON {
    /// How deep arrays and objects may nest.
    public static let maximumDepth = 512

    /// Reads one JSON text, which must be all there is. Of a name that stands twice the last value counts.
    ///
    /// - Throws: When it is not JSON, not UTF-8, or nests deeper than `maximumDepth`.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        try self.init(parsing: bytes.span)
    }

    /// Reads one JSON text, which must be all there is. Of a name that stands twice the last value counts.
    ///
    /// - Throws: When it is not JSON, not UTF-8, or nests deeper than `maximumDepth`.
    public init(parsing bytes: Span<UInt8>) throws(JSONError) {
        var scanner = JSONScanner()
        self = try scanner.value(bytes)
        if scanner.peek(bytes) != nil { throw JSONError(expected: "end", at: scanner.offset) }
    }
}

extension JSONScanner {
    /// Reads the value that comes next, whole.
    ///
    /// - Throws: When it is not JSON, not UTF-8, or nests deeper than `JSON.maximumDepth` below `depth`.
    public mutating func value(_ bytes: Span<UInt8>, depth: Int = 0) throws(JSONError) -> JSON {
        guard depth <= JSON.maximumDepth else { throw JSONError(expected: "more depth", at: offset) }
        switch peek(bytes) {
        case 0x7B: return .object(try members(bytes, depth: depth))
        case 0x5B: return .array(try elements(bytes, depth: depth))
        case 0x22: return .string(try string(bytes))
        case 0x74:
            try word("true", bytes)
            return .bool(true)
        case 0x66:
            try word("false", bytes)
            return .bool(false)
        case 0x6E:
            try word("null", bytes)
            return .null
        case .some(0x2D), .some(0x30...0x39):
            let place = try number(bytes)
            return .number(literal(bytes, place))
        default: throw JSONError(expected: "value", at: offset)
        }
    }

    private mutating func elements(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> [JSON] {
        offset += 1
        var elements: [JSON] = []
        if take(0x5D, bytes) { return elements }
        repeat {
            elements.append(try value(bytes, depth: depth + 1))
        } while take(0x2C, bytes)
        try expect(0x5D, "end of array", bytes)
        return elements
    }

    private mutating func members(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> [JSON.Member] {
        offset += 1
        var members = UniqueMembers()
        if take(0x7D, bytes) { return [] }
        repeat {
            _ = peek(bytes)
            let name = try string(bytes)
            try expect(0x3A, "colon", bytes)
            members.set(name, try value(bytes, depth: depth + 1))
        } while take(0x2C, bytes)
        try expect(0x7D, "end of object", bytes)
        return members.members
    }

    private func literal(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        bytes.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

/// The members of an object as they come; a later value replaces an earlier one of the same name.
private struct UniqueMembers {
    private(set) var members: [JSON.Member] = []
    private var places: [[UInt8]: Int] = [:]

    mutating func set(_ name: String, _ value: JSON) {
        if let place = place(of: name) {
            members[place].value = value
        } else {
            if !places.isEmpty { places[Array(name.utf8)] = members.count }
            members.append(JSON.Member(name, value))
        }
    }

    /// Looks through a few members one by one, through many by a table.
    private mutating func place(of name: String) -> Int? {
        if members.count < 16 { return members.firstIndex { $0.isNamed(name) } }
        if places.isEmpty {
            for (index, member) in members.enumerated() { places[Array(member.name.utf8)] = index }
        }
        return places[Array(name.utf8)]
    }
}

/// A reader of the members of an object in turn, which must be in the order of their names.
///
/// It stores only places; each call receives the bytes.
struct MemberReader {
    /// Which of two readers is at the member that comes first.
    enum Order {
        case first, second, both
    }

    /// The number of objects around the members.
    let depth: Int
    /// Whether there is no further member.
    private(set) var isAtEnd = false
    /// The range of the current name, without its quotes.
    private(set) var name = 0..<0
    /// The range of the current value.
    private(set) var value = 0..<0
    private var scanner: JSONScanner

    /// The offset of the text behind the current member.
    var offset: Int { scanner.offset }

    /// Begins at the first member of a text that is an object.
    ///
    /// - Throws: `JSONError` if it is none, or its first member is not in the expected form.
    init(_ bytes: Span<UInt8>) throws(JSONError) { try self.init(bytes, at: 0, depth: 0) }

    /// Begins at the first member of the object that is the value of the current member of a reader.
    init(_ bytes: Span<UInt8>, of outer: MemberReader) throws(JSONError) {
        try self.init(bytes, at: outer.value.lowerBound, depth: outer.depth + 1)
    }

    private init(_ bytes: Span<UInt8>, at offset: Int, depth: Int) throws(JSONError) {
        self.depth = depth
        scanner = JSONScanner(at: offset)
        try scanner.expect(.leftBrace, as: "object", in: bytes)
        isAtEnd = scanner.consume(.rightBrace, in: bytes)
        if !isAtEnd { try read(bytes, after: nil) }
    }

    /// Proceeds to the next member.
    ///
    /// - Throws: `JSONError` if the text is not JSON, or a name has escapes or is not in order.
    mutating func advance(_ bytes: Span<UInt8>) throws(JSONError) {
        if scanner.consume(.comma, in: bytes) {
            try read(bytes, after: name)
        } else {
            try scanner.expect(.rightBrace, as: "end of object", in: bytes)
            isAtEnd = true
        }
    }

    /// Checks that nothing follows the object.
    ///
    /// - Throws: `JSONError` if something does.
    mutating func finish(_ bytes: Span<UInt8>) throws(JSONError) {
        if scanner.peek(bytes) != nil { throw JSONError(expected: "end", at: offset) }
    }

    private mutating func read(_ bytes: Span<UInt8>, after last: Range<Int>?) throws(JSONError) {
        name = try readName(bytes)
        let text = bytes.extracting(name)
        guard !text.has(.backslash), last.map({ bytes.extracting($0).precedes(text) }) ?? true else {
            throw JSONError(expected: "name in order", at: name.lowerBound)
        }
        try scanner.expect(.colon, as: "colon", in: bytes)
        _ = scanner.peek(bytes)
        let start = offset
        try scanner.skipValue(bytes, depth: depth + 1)
        value = start..<offset
    }

    private mutating func readName(_ bytes: Span<UInt8>) throws(JSONError) -> Range<Int> {
        _ = scanner.peek(bytes)
        let start = offset + 1
        try scanner.skipString(bytes)
        return start..<offset - 1
    }
}

extension MemberReader {
    /// Returns which of two readers is at the member whose name comes first; `nil` when both are at the end.
    func order(in bytes: Span<UInt8>, to other: MemberReader, in others: Span<UInt8>) -> Order? {
        if isAtEnd || other.isAtEnd { return isAtEnd ? (other.isAtEnd ? nil : .second) : .first }
        let own = bytes.extracting(name)
        let theirs = others.extracting(other.name)
        if own.hasSameBytes(as: theirs) { return .both }
        return own.precedes(theirs) ? .first : .second
    }
}

extension Span<UInt8> {
    /// Whether this value needs no parsing to compare and to copy: it is neither an object nor an array, and
    /// has no escapes.
    var isPlain: Bool { self[0] != .leftBrace && self[0] != .leftBracket && !has(.backslash) }

    /// Whether other bytes are the same.
    package func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return commonPrefix(with: other) == count
    }

    /// Whether these bytes come before others in their order.
    package func precedes(_ other: Span<UInt8>) -> Bool {
        let common = commonPrefix(with: other)
        return common < other.count && (common == count || self[common] < other[common])
    }

    /// Whether these bytes contain another one.
    func has(_ byte: UInt8) -> Bool {
        for index in indices where self[index] == byte { return true }
        return false
    }

    /// Returns the number of bytes that both begin with.
    package func commonPrefix(with other: Span<UInt8>) -> Int {
        let end = min(count, other.count)
        var at = 0
        while at + 8 <= end, word(at) == other.word(at) { at += 8 }
        while at < end, self[at] == other[at] { at += 1 }
        return at
    }

    /// Returns the eight bytes at an offset.
    private func word(_ offset: Int) -> UInt64 {
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
    }
}

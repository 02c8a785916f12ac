/// One tag of HTML as it stands in a text.
struct HTMLTag {
    /// An attribute of a tag.
    struct Attribute {
        /// Where its name stands.
        let name: Range<Int>
        /// Where its value stands, without quotes, references in it not resolved; its name when it has none.
        let value: Range<Int>
    }

    /// Where the element's name stands.
    let name: Range<Int>
    /// It ends an element.
    let isEnd: Bool
    /// Where the text goes on behind the tag.
    private(set) var next: Int

    /// Reads what begins at a `<` up to the end of the name; `nil` when no tag does.
    private init?(opening bytes: Span<UInt8>, at start: Int) {
        var at = start + 1
        isEnd = at < bytes.count && bytes[unchecked: at] == 0x2F
        if isEnd { at += 1 }
        guard at < bytes.count, 0x61...0x7A ~= bytes[unchecked: at] | 0x20 else { return nil }
        let first = at
        while at < bytes.count, HTMLTag.isName(bytes[unchecked: at]) { at += 1 }
        (name, next) = (first..<at, at)
    }

    /// Reads the tag that begins at a `<` without its attributes; `nil` when none does, or it is not closed.
    init?(_ bytes: Span<UInt8>, at start: Int) {
        self.init(opening: bytes, at: start)
        while next < bytes.count, bytes[unchecked: next] != 0x3E {
            if !skipAttribute(bytes) { return nil }
        }
        guard next < bytes.count else { return nil }
        next += 1
    }

    /// Reads the tag that begins at a `<`; `nil` when none does, or it is not closed.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - start: Where the tag begins.
    ///   - attributes: Becomes the attributes in the order in which they stand.
    init?(_ bytes: Span<UInt8>, at start: Int, attributes: inout [Attribute]) {
        attributes.removeAll(keepingCapacity: true)
        self.init(opening: bytes, at: start)
        while next < bytes.count, bytes[unchecked: next] != 0x3E {
            if !readAttribute(bytes, &attributes) { return nil }
        }
        guard next < bytes.count else { return nil }
        next += 1
    }

    /// Reads an attribute or steps over what is none; `false` when a quote is not closed.
    private mutating func readAttribute(_ bytes: Span<UInt8>, _ attributes: inout [Attribute]) -> Bool {
        let first = next
        while next < bytes.count, HTMLTag.isName(bytes[unchecked: next]) { next += 1 }
        guard next > first else {
            next += 1
            return true
        }
        let name = first..<next
        skipBlanks(bytes)
        guard next < bytes.count, bytes[unchecked: next] == 0x3D else {
            attributes.append(Attribute(name: name, value: name))
            return true
        }
        next += 1
        skipBlanks(bytes)
        guard let value = readValue(bytes) else { return false }
        attributes.append(Attribute(name: name, value: value))
        return true
    }

    /// Steps over a byte, or over a value in quotes behind a sign; `false` when a quote is not closed.
    private mutating func skipAttribute(_ bytes: Span<UInt8>) -> Bool {
        let isSign = bytes[unchecked: next] == 0x3D
        next += 1
        guard isSign else { return true }
        skipBlanks(bytes)
        guard next < bytes.count, bytes[next] == 0x22 || bytes[next] == 0x27 else { return true }
        let quote = bytes[next]
        next += 1
        while next < bytes.count, bytes[unchecked: next] != quote { next += 1 }
        next += 1
        return next <= bytes.count
    }

    private mutating func readValue(_ bytes: Span<UInt8>) -> Range<Int>? {
        guard next < bytes.count else { return nil }
        let quote = bytes[next]
        guard quote == 0x22 || quote == 0x27 else {
            let first = next
            while next < bytes.count, !bytes[next].isBlank, bytes[next] != 0x3E { next += 1 }
            return first..<next
        }
        let first = next + 1
        next = first
        while next < bytes.count, bytes[unchecked: next] != quote { next += 1 }
        guard next < bytes.count else { return nil }
        next += 1
        return first..<next - 1
    }

    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while next < bytes.count, bytes[next].isBlank { next += 1 }
    }

    private static func isName(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x3A || byte == 0x5F
            || byte >= 0x80
    }
}

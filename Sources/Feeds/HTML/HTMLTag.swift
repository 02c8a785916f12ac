import Glibc
import Records

/// A tag of HTML in a text.
struct HTMLTag {
    /// An attribute of a tag.
    struct Attribute {
        /// The range of the name.
        let name: Range<Int>
        /// The range of the value, without quotes and with unresolved references; that of the name if there
        /// is no value.
        let value: Range<Int>
    }

    /// The range of the element's name.
    let name: Range<Int>
    /// Whether it is an end tag.
    let isEnd: Bool
    /// The offset after the tag.
    private(set) var next: Int

    /// Reads from a `<` to the end of the name; `nil` if no tag begins there.
    private init?(opening bytes: Span<UInt8>, at start: Int) {
        var at = start + 1
        isEnd = at < bytes.count && bytes[unchecked: at] == .slash
        if isEnd { at += 1 }
        guard at < bytes.count, bytes[unchecked: at].isLetter else { return nil }
        let first = at
        while at < bytes.count, HTMLTag.isName(bytes[unchecked: at]) { at += 1 }
        name = first..<at
        next = at
    }

    /// Reads a tag of nothing but a name in lower case, `<name>` or `</name>`, as most tags are; `nil` for any
    /// other one.
    init?(plain bytes: Span<UInt8>, at start: Int) {
        var at = start + 1
        isEnd = at < bytes.count && bytes[unchecked: at] == .slash
        if isEnd { at += 1 }
        let first = at
        while at < bytes.count, bytes[unchecked: at].isLowercase { at += 1 }
        guard at > first else { return nil }
        while at < bytes.count, bytes[unchecked: at].isDigit || bytes[unchecked: at].isLowercase { at += 1 }
        guard at < bytes.count, bytes[unchecked: at] == .greaterThan else { return nil }
        name = first..<at
        next = at + 1
    }

    /// Reads the tag at a `<` without its attributes; `nil` if no tag begins there or it is not closed.
    init?(_ bytes: Span<UInt8>, at start: Int) {
        self.init(opening: bytes, at: start)
        while next < bytes.count, bytes[unchecked: next] != .greaterThan {
            if !skipAttribute(bytes) { return nil }
        }
        guard next < bytes.count else { return nil }
        next += 1
    }

    /// Reads the tag at a `<`; `nil` if no tag begins there or it is not closed.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - start: The offset of the tag.
    ///   - attributes: Receives the attributes in their order.
    init?(_ bytes: Span<UInt8>, at start: Int, attributes: inout [Attribute]) {
        if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
        self.init(opening: bytes, at: start)
        while next < bytes.count, bytes[unchecked: next] != .greaterThan {
            if !readAttribute(bytes, into: &attributes) { return nil }
        }
        guard next < bytes.count else { return nil }
        next += 1
    }

    /// Returns the value of an attribute, by its name in lower case, of the tag at a `<`, with references
    /// resolved; `nil` if it has none.
    static func value(of name: StaticString, _ bytes: Span<UInt8>, at start: Int) -> String? {
        var attributes: [Attribute] = []
        guard HTMLTag(bytes, at: start, attributes: &attributes) != nil else { return nil }
        let length = name.utf8CodeUnitCount
        let index = attributes.firstIndex {
            $0.name.count == length && bytes.begins(withWord: name, at: $0.name.lowerBound)
        }
        guard let found = index.map({ attributes[$0] }), found.name != found.value else { return nil }
        var text: [UInt8] = []
        PlainText.decode(bytes.extracting(found.value), into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads an attribute or skips invalid text; returns `false` if a quote is not closed.
    private mutating func readAttribute(_ bytes: Span<UInt8>, into attributes: inout [Attribute]) -> Bool {
        let first = next
        while next < bytes.count, HTMLTag.isName(bytes[unchecked: next]) { next += 1 }
        guard next > first else {
            next += 1
            return true
        }
        let name = first..<next
        skipBlanks(bytes)
        guard next < bytes.count, bytes[unchecked: next] == .equals else {
            attributes.append(Attribute(name: name, value: name))
            return true
        }
        next += 1
        skipBlanks(bytes)
        guard let value = readValue(bytes) else { return false }
        attributes.append(Attribute(name: name, value: value))
        return true
    }

    /// Skips a byte, or an equals sign with a value in quotes; returns `false` if a quote is not closed.
    private mutating func skipAttribute(_ bytes: Span<UInt8>) -> Bool {
        let isSign = bytes[unchecked: next] == .equals
        next += 1
        guard isSign else { return true }
        skipBlanks(bytes)
        guard next < bytes.count, bytes[next] == .quote || bytes[next] == .apostrophe else { return true }
        next = bytes.first(bytes[next], from: next + 1) + 1
        return next <= bytes.count
    }

    private mutating func readValue(_ bytes: Span<UInt8>) -> Range<Int>? {
        guard next < bytes.count else { return nil }
        let quote = bytes[next]
        guard quote == .quote || quote == .apostrophe else {
            let first = next
            while next < bytes.count, !bytes[next].isWhitespace, bytes[next] != .greaterThan { next += 1 }
            return first..<next
        }
        let first = next + 1
        next = bytes.first(quote, from: first)
        guard next < bytes.count else { return nil }
        next += 1
        return first..<next - 1
    }

    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while next < bytes.count, bytes[next].isWhitespace { next += 1 }
    }

    private static func isName(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == .hyphen || byte == .colon || byte == .underscore
            || !byte.isASCII
    }
}

extension Span<UInt8> {
    /// Returns the offset of the first byte of a value at or after a place; the number of bytes if there is
    /// none.
    fileprivate func first(_ wanted: UInt8, from start: Int) -> Int {
        withUnsafeBufferPointer { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, CInt(wanted), bytes.count - start)
            else { return bytes.count }
            return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
    }
}

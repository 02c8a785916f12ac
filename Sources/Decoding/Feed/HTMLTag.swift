/// One tag of HTML as it stands in a text.
struct HTMLTag {
    /// The element's name in lower case.
    let name: String
    /// It ends an element.
    let isEnd: Bool
    /// The attributes with their values, references in them resolved.
    private(set) var attributes: [(name: String, value: String)] = []
    /// Where the text goes on behind the tag.
    private(set) var next: Int

    /// Reads the tag that begins at a `<`; `nil` when none does, or it is not closed.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - start: Where the tag begins.
    ///   - readsAttributes: Whether the attributes are wanted.
    init?(_ bytes: Span<UInt8>, at start: Int, readsAttributes: Bool = true) {
        var at = start + 1
        isEnd = at < bytes.count && bytes[at] == 0x2F
        if isEnd { at += 1 }
        let first = at
        guard at < bytes.count, 0x61...0x7A ~= bytes[at] | 0x20 else { return nil }
        while at < bytes.count, HTMLTag.isName(bytes[at]) { at += 1 }
        name = HTMLTag.lowercased(bytes.extracting(first..<at))
        next = at
        while next < bytes.count, bytes[next] != 0x3E {
            if !(readsAttributes ? readAttribute(bytes) : skipAttribute(bytes)) { return nil }
        }
        guard next < bytes.count else { return nil }
        next += 1
    }

    /// The attributes in the order of their names.
    var sorted: [(name: String, value: String)] {
        attributes.count < 2 ? attributes : attributes.sorted { $0.name < $1.name }
    }

    /// Reads an attribute or steps over what is none; `false` when a quote is not closed.
    private mutating func readAttribute(_ bytes: Span<UInt8>) -> Bool {
        let first = next
        while next < bytes.count, HTMLTag.isName(bytes[next]) { next += 1 }
        guard next > first else {
            next += 1
            return true
        }
        let name = HTMLTag.lowercased(bytes.extracting(first..<next))
        skipBlanks(bytes)
        guard next < bytes.count, bytes[next] == 0x3D else {
            add(name, name)
            return true
        }
        next += 1
        skipBlanks(bytes)
        guard let value = readValue(bytes) else { return false }
        add(name, PlainText.decoded(value))
        return true
    }

    /// Steps over a byte, or over a value in quotes behind a sign; `false` when a quote is not closed.
    private mutating func skipAttribute(_ bytes: Span<UInt8>) -> Bool {
        let isSign = bytes[next] == 0x3D
        next += 1
        guard isSign else { return true }
        skipBlanks(bytes)
        guard next < bytes.count, bytes[next] == 0x22 || bytes[next] == 0x27 else { return true }
        let quote = bytes[next]
        next += 1
        while next < bytes.count, bytes[next] != quote { next += 1 }
        next += 1
        return next <= bytes.count
    }

    private mutating func readValue(_ bytes: Span<UInt8>) -> String? {
        guard next < bytes.count else { return nil }
        let quote = bytes[next]
        guard quote == 0x22 || quote == 0x27 else {
            let first = next
            while next < bytes.count, !bytes[next].isBlank, bytes[next] != 0x3E { next += 1 }
            return bytes.text(first..<next)
        }
        let first = next + 1
        next = first
        while next < bytes.count, bytes[next] != quote { next += 1 }
        guard next < bytes.count else { return nil }
        next += 1
        return bytes.text(first..<next - 1)
    }

    private mutating func add(_ name: String, _ value: String) {
        if !attributes.contains(where: { $0.name == name }) { attributes.append((name, value)) }
    }

    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while next < bytes.count, bytes[next].isBlank { next += 1 }
    }

    /// A name in lower case; most are.
    private static func lowercased(_ name: Span<UInt8>) -> String {
        let text = name.text(0..<name.count)
        return (0..<name.count).contains { 0x41...0x5A ~= name[$0] || name[$0] >= 0x80 }
            ? text.lowercased() : text
    }

    private static func isName(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x3A || byte == 0x5F
            || byte >= 0x80
    }
}

import Records

/// Reads the tags of an XML document one by one; a tag that is not well-formed costs only itself.
///
/// No entity is ever declared or expanded, and nothing outside of tags is returned.
struct MarkupScanner {
    /// A tag.
    struct Tag {
        /// The name.
        let name: String
        /// Whether it is an end tag.
        let isEnd: Bool
        /// Whether the element ends with the tag.
        var isEmpty = false
        /// The attributes, in order.
        var attributes: [(name: String, value: String)] = []
        /// The line on which the tag begins.
        let line: Int

        /// Returns the value of an attribute by its name in lower case; `nil` if there is none.
        subscript(_ name: String) -> String? {
            attributes.first { $0.name.lowercased() == name }?.value
        }
    }

    /// A tag, or a place that is not well-formed.
    enum Token {
        case tag(Tag)
        case fault(line: Int, reason: String)
    }

    private let text: [UInt8]
    private var at = 0
    /// The current line, from 1.
    private(set) var line = 1

    init(_ text: [UInt8]) { self.text = text }

    /// Returns the next tag or fault; `nil` at the end.
    mutating func next() -> Token? {
        while skip(to: .lessThan) {
            let start = line
            if skip(past: "<!--", until: "-->") || skip(past: "<![CDATA[", until: "]]>")
                || skip(past: "<?", until: "?>") || skip(past: "<!", until: ">")
            {
                continue
            }
            advance()
            guard let first = byte, first.isLetter || first == .slash || first == .underscore else {
                return .fault(line: start, reason: "a < begins nothing")
            }
            return tag(startingOn: start)
        }
        return nil
    }

    private mutating func tag(startingOn start: Int) -> Token {
        let isEnd = byte == .slash
        if isEnd { advance() }
        var tag = Tag(name: word(), isEnd: isEnd, line: start)
        while true {
            skipBlanks()
            switch byte {
            case nil: return .fault(line: start, reason: "<\(tag.name) is not closed")
            case .greaterThan?:
                advance()
                return .tag(tag)
            case .slash?:
                tag.isEmpty = true
                advance()
            default:
                guard let attribute = attribute() else {
                    return .fault(line: line, reason: "the attributes of <\(tag.name)> are not well-formed")
                }
                tag.attributes.append(attribute)
            }
        }
    }

    private mutating func attribute() -> (name: String, value: String)? {
        let name = word()
        skipBlanks()
        guard !name.isEmpty, byte == .equals else { return nil }
        advance()
        skipBlanks()
        guard let quote = byte, quote == .quote || quote == .apostrophe else { return nil }
        advance()
        let start = at
        while let next = byte, next != quote {
            // Some lists contain HTML in a value; the next outline means that the quote is missing.
            if next == .lessThan, beginsOutline { return nil }
            advance()
        }
        guard byte == quote else { return nil }
        let value = MarkupText.text(text[start..<at])
        advance()
        return (name, value)
    }

    private var beginsOutline: Bool {
        ["<outline", "</outline", "</body"].contains { text[at...].starts(with: $0.utf8) }
    }

    private var byte: UInt8? { at < text.count ? text[at] : nil }

    private mutating func advance() {
        if byte == .newline { line += 1 }
        at += 1
    }

    private mutating func skip(to wanted: UInt8) -> Bool {
        while let next = byte {
            if next == wanted { return true }
            advance()
        }
        return false
    }

    /// Skips a section that begins here, up to its end or that of the text; returns `false` if none does.
    private mutating func skip(past start: String, until end: String) -> Bool {
        guard text[at...].starts(with: start.utf8) else { return false }
        let mark = Array(end.utf8)
        while byte != nil, !(byte == mark[0] && text[at...].starts(with: mark)) { advance() }
        for _ in mark where byte != nil { advance() }
        return true
    }

    private mutating func skipBlanks() {
        while let next = byte, next.isWhitespace { advance() }
    }

    private mutating func word() -> String {
        let start = at
        while let next = byte, !next.isWhitespace, next != .greaterThan, next != .lessThan, next != .slash,
            next != .equals, next != .quote, next != .apostrophe
        {
            advance()
        }
        return String(decoding: text[start..<at], as: UTF8.self)
    }
}

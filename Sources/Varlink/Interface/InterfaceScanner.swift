/// Splits an interface description into tokens, and keeps the comment that stands before the next one.
nonisolated struct InterfaceScanner {
    private let bytes: [UInt8]
    private var offset = 0
    /// The line of the next token, 1 is the first.
    private(set) var line = 1
    /// The lines of the comment that ends on the line before the next token.
    private var comment: [String] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The first byte of the next token; `nil` at the end.
    mutating func peek() -> UInt8? {
        var isLineEmpty = offset == 0 || bytes[offset - 1] == 0x0A
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x0A:
                if isLineEmpty { comment = [] }
                isLineEmpty = true
                line += 1
                offset += 1
            case 0x20, 0x09, 0x0D: offset += 1
            case 0x23:
                takeComment()
                isLineEmpty = false
            case let byte: return byte
            }
        }
        return nil
    }

    /// Steps over a character if that is what comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek().map(UInt32.init) == character.value else { return false }
        offset += 1
        return true
    }

    /// Steps over a character, which must come next.
    mutating func expect(_ character: Unicode.Scalar) throws(InterfaceError) {
        guard take(character) else { throw error("\"\(character)\"") }
    }

    /// The comment that stands before the next token, lines joined by newlines; forgotten after that.
    mutating func documentation() -> String {
        _ = peek()
        defer { comment = [] }
        return comment.joined(separator: "\n")
    }

    /// The word that comes next: letters, digits and what else is in `others`; empty when there is none.
    mutating func word(_ others: String = "_") -> String {
        _ = peek()
        let start = offset
        while offset < bytes.count, isLetterOrDigit(bytes[offset]) || others.utf8.contains(bytes[offset]) {
            offset += 1
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    /// What is wrong here: something else than `part` stands there.
    func error(_ part: String, found: String? = nil) -> InterfaceError {
        let rest = bytes[offset...].prefix { $0 > 0x20 }.prefix(40)
        return InterfaceError(part: part, found: found ?? String(decoding: rest, as: UTF8.self), line: line)
    }

    private mutating func takeComment() {
        let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count
        var text = bytes[(offset + 1)..<end]
        if text.first == 0x20 { text.removeFirst() }
        while let last = text.last, last == 0x0D || last == 0x20 || last == 0x09 { text.removeLast() }
        comment.append(String(decoding: text, as: UTF8.self))
        offset = end
    }
}

/// Whether a byte is an ASCII letter or digit.
nonisolated func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || byte &- 0x30 < 10 }

/// Whether a byte is an ASCII letter.
nonisolated func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

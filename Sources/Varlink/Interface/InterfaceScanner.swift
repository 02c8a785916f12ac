import Records

/// Splits an interface description into tokens, and keeps the comment before the next token.
nonisolated struct InterfaceScanner {
    private let bytes: [UInt8]
    private var offset = 0
    /// The line number of the next token, starting at 1.
    private(set) var line = 1
    /// The lines of the comment that ends on the line before the next token.
    private var comment: [String] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns the first byte of the next token; `nil` at the end.
    mutating func peek() -> UInt8? {
        var isLineEmpty = offset == 0 || bytes[offset - 1] == .newline
        while offset < bytes.count {
            switch bytes[offset] {
            case .newline:
                if isLineEmpty { comment = [] }
                isLineEmpty = true
                line += 1
                offset += 1
            case .space, .tab, .carriageReturn: offset += 1
            case .numberSign:
                readComment()
                isLineEmpty = false
            case let byte: return byte
            }
        }
        return nil
    }

    /// Consumes a character if it is next; returns whether it was.
    mutating func consume(_ character: Unicode.Scalar) -> Bool {
        guard peek().map(UInt32.init) == character.value else { return false }
        offset += 1
        return true
    }

    /// Consumes a character, which must be next.
    mutating func expect(_ character: Unicode.Scalar) throws(InterfaceError) {
        guard consume(character) else { throw error("\"\(character)\"") }
    }

    /// Returns and clears the comment before the next token, its lines joined by newlines.
    mutating func documentation() -> String {
        _ = peek()
        defer { comment = [] }
        return comment.joined(separator: "\n")
    }

    /// Consumes a word of letters, digits and the characters of `others`; empty if there is none.
    mutating func word(_ others: String = "_") -> String {
        _ = peek()
        let start = offset
        while offset < bytes.count, bytes[offset].isLetterOrDigit || others.utf8.contains(bytes[offset]) {
            offset += 1
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    /// Returns an error: `part` was expected here.
    func error(_ part: String, found: String? = nil) -> InterfaceError {
        let rest = bytes[offset...].prefix { $0 > .space }.prefix(40)
        return InterfaceError(part: part, found: found ?? String(decoding: rest, as: UTF8.self), line: line)
    }

    private mutating func readComment() {
        let end = bytes[offset...].firstIndex(of: .newline) ?? bytes.count
        var text = bytes[(offset + 1)..<end]
        if text.first == .space { text.removeFirst() }
        while let last = text.last, last.isBlank || last == .carriageReturn { text.removeLast() }
        comment.append(String(decoding: text, as: UTF8.self))
        offset = end
    }
}

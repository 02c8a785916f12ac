import Records

/// An entry for the journal: fields in order.
nonisolated struct JournalEntry {
    private(set) var fields: [(name: String, value: String)]
    private let message: String

    init(_ level: LogLevel, _ message: String) {
        self.message = message
        fields = [("MESSAGE", message), ("PRIORITY", "\(level.rawValue)")]
    }

    /// Adds a field; `nil` adds none.
    mutating func add(_ name: String, _ value: String?) {
        precondition(JournalEntry.isName(name), "\(name) is not a journal field of almanac")
        if let value { fields.append((name, value)) }
    }

    /// The message as one line that is safe for terminals: control characters are escaped as `\n`, `\u{1b}`.
    var line: String {
        var line = ""
        for scalar in message.unicodeScalars {
            switch scalar {
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            case "\t": line += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": line += "\\u{\(String(scalar.value, radix: 16))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// Whether a field name is valid: upper-case letters, digits and underscores, starting with a letter.
    ///
    /// Source: sd_journal_sendv(3).
    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, first.isUppercase, name.utf8.count <= 64 else {
            return false
        }
        return name.utf8.allSatisfy { $0.isUppercase || $0.isDigit || $0 == .underscore }
    }
}

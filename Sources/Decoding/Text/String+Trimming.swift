import Records

extension StringProtocol {
    /// The text without whitespace at either end.
    package var trimmingBlanks: String {
        let bytes = Array(utf8)
        return bytes.span.text(bytes.span.trimmed(0..<bytes.count))
    }
}

extension String {
    /// The text without whitespace at either end; fast if there is none.
    package var trimmingBlanks: String {
        guard let first = utf8.first, let last = utf8.last else { return self }
        let mayBegin = first <= .space || first == .noBreakSpaceStart
        let mayEnd = last <= .space || last == .noBreakSpaceEnd
        return mayBegin || mayEnd ? self[...].trimmingBlanks : self
    }
}

extension String {
    /// The text with each run of white space as one space, and none at either end.
    package var inOneLine: String {
        guard utf8.contains(where: { $0 != .space && $0.isWhitespace }) || contains(text: "  ") else {
            return trimmingBlanks
        }
        return split { $0.isWhitespace && $0 != "\u{A0}" }.joined(separator: " ")
    }
}

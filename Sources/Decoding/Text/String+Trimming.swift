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
        guard utf8.span.hasOtherSpaces else { return trimmingBlanks }
        return split { $0.isWhitespace && $0 != "\u{A0}" }.joined(separator: " ")
    }
}

extension Span<UInt8> {
    /// Whether there is ASCII white space other than single spaces.
    fileprivate var hasOtherSpaces: Bool {
        var isAfterSpace = false
        for index in indices {
            let byte = self[unchecked: index]
            let isSpace = byte == .space
            if byte.isWhitespace, isAfterSpace || !isSpace { return true }
            isAfterSpace = isSpace
        }
        return false
    }
}

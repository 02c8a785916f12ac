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

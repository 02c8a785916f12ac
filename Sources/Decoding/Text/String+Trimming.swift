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
        if let first = utf8.first, first > .space, first != .noBreakSpaceStart, let last = utf8.last,
            last > .space,
            last != .noBreakSpaceEnd
        {
            return self
        }
        return self[...].trimmingBlanks
    }
}

extension StringProtocol {
    /// Returns the text, or as much of its beginning as has so many bytes together with `…`.
    ///
    /// The limit counts bytes of UTF-8, because a single character may have any number of combining marks.
    ///
    /// - Parameter bytes: The maximum number of bytes, at least 3.
    /// - Returns: The text, cut between two scalars and with `…` at its end if a part is missing.
    public func shortened(toBytes bytes: Int) -> String {
        guard utf8.count > bytes else { return String(self) }
        let text = String(self)
        var end = text.utf8.index(text.startIndex, offsetBy: bytes - "…".utf8.count)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return text[..<end] + "…"
    }
}

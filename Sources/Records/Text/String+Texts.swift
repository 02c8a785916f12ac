/// Searching and replacing by bytes.
///
/// The `contains`, `replacing` and `firstRange` of the standard library link its regular expressions into the
/// program, 0.8 MB of code.
extension String {
    /// Returns the range of the first occurrence of a text; `nil` if there is none or the text is empty.
    public func firstRange(ofText text: String) -> Range<String.Index>? { utf8[...].firstRange(of: text) }

    /// Whether the string contains a text; an empty one is never contained.
    public func contains(text: String) -> Bool { firstRange(ofText: text) != nil }

    /// Whether the string contains a byte.
    package func contains(_ byte: UInt8) -> Bool { utf8.span.has(byte) }

    /// Whether the string ends with the bytes of a text.
    public func ends(with text: String) -> Bool {
        utf8.span.extracting(last: text.utf8.count).hasSameBytes(as: text.utf8.span)
    }

    /// Returns the string with every occurrence of a text replaced, from the first to the last.
    public func replacing(text: String, with other: String) -> String {
        var replaced = ""
        var rest = utf8[...]
        while let range = rest.firstRange(of: text) {
            replaced += Substring(rest[..<range.lowerBound])
            replaced += other
            rest = rest[range.upperBound...]
        }
        return replaced + Substring(rest)
    }
}

extension ArraySlice<UInt8> {
    /// Whether the bytes contain those of a text; an empty one is never contained.
    public func contains(text: String) -> Bool { firstRange(of: text) != nil }
}

extension Collection<UInt8> where SubSequence == Self {
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        guard let first = text.utf8.first else { return nil }
        var rest = self
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: text.utf8) { return start..<rest.index(start, offsetBy: text.utf8.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}

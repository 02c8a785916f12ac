/// Texts within texts, byte for byte.
///
/// The library's own `contains`, `replacing` and `firstRange` of texts bring its regular expressions into the program,
/// which are 0.8 MB of code.
extension String {
    /// Where a text first stands; `nil` when it does not, or is empty.
    public func firstRange(ofText text: String) -> Range<String.Index>? { utf8[...].firstRange(of: text) }

    /// Whether a text stands anywhere in it; an empty one does not.
    public func contains(text: String) -> Bool { firstRange(ofText: text) != nil }

    /// It with another text wherever one stands, from the first to the last.
    public func replacing(text: String, with other: String) -> String {
        var (replaced, rest) = ("", utf8[...])
        while let range = rest.firstRange(of: text) {
            replaced += Substring(rest[..<range.lowerBound])
            replaced += other
            rest = rest[range.upperBound...]
        }
        return replaced + Substring(rest)
    }
}

extension Substring.UTF8View {
    fileprivate func firstRange(of text: String) -> Range<String.Index>? {
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

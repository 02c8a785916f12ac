import Records

/// Finds tags and comments in a text that may have many which are not closed.
///
/// Each of those costs a search up to the end of the text. After `mostUnclosed` of them, a `<` is text:
/// otherwise a text of nothing but opened tags would take quadratic time.
struct TagSearch {
    private static let mostUnclosed = 64
    private var unclosed = 0

    /// Reads the tag that begins at a `<` if it is nothing but a name in lower case; `nil` for any other one,
    /// and when the `<` is text.
    func plainTag(_ bytes: Span<UInt8>, at start: Int) -> HTMLTag? {
        unclosed < TagSearch.mostUnclosed ? HTMLTag(plain: bytes, at: start) : nil
    }

    /// Reads the tag that begins at a `<` without its attributes; `nil` when the `<` is text.
    mutating func tag(_ bytes: Span<UInt8>, at start: Int) -> HTMLTag? {
        guard opensTag(bytes, at: start) else { return nil }
        return noting(HTMLTag(bytes, at: start))
    }

    /// Reads the tag that begins at a `<` and its attributes; `nil` when the `<` is text.
    mutating func tag(
        _ bytes: Span<UInt8>, at start: Int, attributes: inout [HTMLTag.Attribute]
    ) -> HTMLTag? {
        guard opensTag(bytes, at: start) else { return nil }
        return noting(HTMLTag(bytes, at: start, attributes: &attributes))
    }

    /// Returns where the text goes on after `<!…>`, `<!--…-->` or `<?…>`; `nil` when none begins here.
    mutating func commentEnd(_ bytes: Span<UInt8>, at start: Int) -> Int? {
        guard unclosed < TagSearch.mostUnclosed, HTMLCleaner.opensComment(bytes, at: start) else {
            return nil
        }
        return noting(HTMLCleaner.commentEnd(bytes, at: start))
    }

    /// Whether a tag's name begins after a `<`, and tags are still searched for.
    private func opensTag(_ bytes: Span<UInt8>, at start: Int) -> Bool {
        guard unclosed < TagSearch.mostUnclosed, start + 1 < bytes.count else { return false }
        let isEnd = bytes[start + 1] == .slash
        let first = isEnd ? start + 2 : start + 1
        return first < bytes.count && bytes[first].isLetter
    }

    /// Counts what is not closed.
    private mutating func noting<Found>(_ found: Found?) -> Found? {
        if found == nil { unclosed += 1 }
        return found
    }
}

import Decoding
import Records

/// The keys of the entries of a document: the id, otherwise the link, otherwise a hash of title and date, and
/// of the content if there is neither.
///
/// An id that the document repeats with another link or title identifies nothing: each further entry with it
/// falls back to its link, then to its title and date. In Atom, entries with one id and one link are the same
/// entry.
///
/// Source: RFC 4287, section 4.1.1.
struct FeedKeys {
    /// The link and title that each key stands for, as a hash.
    private var known: [String: Int] = [:]

    /// Returns the key of the next entry.
    mutating func key(of entry: borrowing FeedEntry, isAtom: Bool) -> String {
        var hasher = Hasher()
        hasher.combine(entry.link)
        if !isAtom || entry.link == nil { hasher.combine(entry.title?.plain) }
        let meaning = hasher.finalize()
        for key in [entry.id, entry.link].compactMap({ $0 }) where RecordKey.isValid(key) {
            if isFree(key, for: meaning) { return key }
        }
        let key = FeedKeys.hash(entry.title?.richest, entry.published?.description)
        if let key, isFree(key, for: meaning) { return key }
        return FeedKeys.hash(
            entry.id, entry.link, entry.title?.richest, entry.published?.description,
            (entry.content ?? entry.summary)?.richest) ?? ""
    }

    /// Whether a key stands for nothing else; it then stands for this.
    private mutating func isFree(_ key: String, for meaning: Int) -> Bool {
        let before = known[key]
        if before == nil { known[key] = meaning }
        return before == nil || before == meaning
    }

    /// Returns the hash of some texts; `nil` if all are missing.
    private static func hash(_ parts: String?...) -> String? {
        guard parts.contains(where: { $0 != nil }) else { return nil }
        return RecordHash(JSON.array(parts.map { $0.map(JSON.string) ?? .null }).bytes).key
    }
}

import Decoding
import Records

/// The keys of the entries of a document: the id, otherwise the link, otherwise a hash of title and date, and
/// of the content if there is neither, or of all that is known if it has none of these.
///
/// An id that the document repeats with another link or title identifies nothing, and neither does a link of
/// entries without an id: the entry that had it as its key before keeps it, otherwise the first one; each
/// other entry falls back to its link, then to its title and date, and keeps that key when the document no
/// longer repeats the id. In Atom, entries with one id and one link are the same entry.
///
/// Source: RFC 4287, section 4.1.1.
struct FeedKeys {
    /// The name of the key of an entry that has not its id as its key: while it is known, others may exist.
    private static let name = "entry without its id as key"

    /// The link and title that each key stands for, as a hash.
    private var known: [String: Int] = [:]
    /// The entries whose ids the document repeats and stored records have as keys; `nil` for one that the
    /// document lacks.
    private var owners: [String: Int?] = [:]
    private var stored: StoredKeys?
    /// The key of an entry that had not its id as its key in an earlier document; `nil` if there was none.
    private var earlier: String?
    /// The keys of such entries of this document.
    private var fallbacks: Set<String> = []

    /// Sets the stored records.
    mutating func recall(_ stored: StoredKeys) {
        self.stored = stored
        earlier = stored.key(FeedKeys.name)
    }

    /// Looks ahead at the entries whose keys are wanted next.
    mutating func expect(_ entries: [FeedEntry], isAtom: Bool) {
        guard stored != nil else { return }
        var meanings: [String: Int] = [:]
        for index in entries.indices {
            // Look at entries in place: a copy costs more than the rest.
            guard let id = FeedKeys.identity(of: entries.span[index])?.text, owners[id] == nil else {
                continue
            }
            let meaning = FeedKeys.meaning(of: entries.span[index], isAtom: isAtom)
            guard let first = meanings.updateValue(meaning, forKey: id), first != meaning,
                RecordKey.isValid(id), let data = stored?.data(id)
            else { continue }
            owners[id] = .some(FeedKeys.owner(of: id, data, among: entries, isAtom: isAtom))
        }
    }

    /// Returns the key of the next entry.
    mutating func key(of entry: borrowing FeedEntry, isAtom: Bool) -> String {
        let meaning = FeedKeys.meaning(of: entry, isAtom: isAtom)
        let identity = FeedKeys.identity(of: entry)
        if let identity, RecordKey.isValid(identity.text), !hasOther(identity, entry, meaning),
            isFree(identity.text, for: meaning)
        {
            return identity.text
        }
        for key in FeedKeys.others(of: entry) where key != identity?.text && isFree(key, for: meaning) {
            if identity != nil { fallbacks.insert(key) }
            return key
        }
        return FeedKeys.hash(
            entry.id, entry.link, entry.title?.richest, entry.published?.description,
            (entry.content ?? entry.summary)?.richest) ?? FeedKeys.hash(ofRest: entry)
    }

    /// The names to keep for later documents: the key that replaced an identifier that repeats.
    var names: [String: String] {
        guard let key = fallbacks.min(), earlier.map({ !fallbacks.contains($0) }) ?? true else { return [:] }
        return [FeedKeys.name: key]
    }
}

extension FeedKeys {
    /// The id of an entry, otherwise its link.
    private struct Identity {
        let text: String
        /// The name of the member of a record that has it.
        let member: String
    }

    private static func identity(of entry: borrowing FeedEntry) -> Identity? {
        entry.id.map { Identity(text: $0, member: "id") }
            ?? entry.link.map { Identity(text: $0, member: "link") }
    }

    /// Whether an entry has another key than its id: that of another entry, or its own in earlier documents.
    private func hasOther(_ id: Identity, _ entry: borrowing FeedEntry, _ meaning: Int) -> Bool {
        if let owner = owners[id.text] { return owner != meaning }
        guard earlier != nil else { return false }
        return FeedKeys.others(of: entry).contains {
            $0 != id.text && stored?.data($0)?[id.member]?.string == id.text
        }
    }

    /// Returns the keys other than the id, the preferred first.
    private static func others(of entry: borrowing FeedEntry) -> [String] {
        [entry.link, hash(entry.title?.richest, entry.published?.description)].compactMap { $0 }
            .filter { RecordKey.isValid($0) }
    }

    /// Whether a key stands for nothing else; it then stands for this.
    private mutating func isFree(_ key: String, for meaning: Int) -> Bool {
        let before = known[key]
        if before == nil { known[key] = meaning }
        return before == nil || before == meaning
    }

    /// Returns the meaning of the entry that has a stored record: the one with its link and title, otherwise
    /// the only one with either; `nil` if there is none.
    private static func owner(
        of id: String, _ data: JSON, among entries: [FeedEntry], isAtom: Bool
    ) -> Int? {
        let (link, title) = (data["link"]?.string, data["title"]?.string)
        var candidates: Set<Int> = []
        for entry in entries where identity(of: entry)?.text == id {
            let hasLink = entry.link == link
            let hasTitle = entry.title?.plain == title
            let meaning = meaning(of: entry, isAtom: isAtom)
            if hasLink, hasTitle { return meaning }
            if hasLink && link != nil || hasTitle && title != nil { candidates.insert(meaning) }
        }
        return candidates.count == 1 ? candidates.first : nil
    }

    /// Returns a hash of the members by which entries with one id differ.
    private static func meaning(of entry: borrowing FeedEntry, isAtom: Bool) -> Int {
        var hasher = Hasher()
        hasher.combine(entry.link)
        if !isAtom || entry.link == nil || entry.id == nil { hasher.combine(entry.title?.plain) }
        if entry.link == nil, entry.title == nil {
            hasher.combine(entry.published)
            hasher.combine((entry.content ?? entry.summary)?.plain)
        }
        return hasher.finalize()
    }

    /// Returns the hash of an entry with neither id nor text, such as one with a file only.
    private static func hash(ofRest entry: borrowing FeedEntry) -> String {
        let place = entry.position.map { "\($0.latitude),\($0.longitude)" } ?? ""
        return RecordHash(entry.canonicalData + Array(place.utf8)).key
    }

    /// Returns the hash of some texts; `nil` if all are missing.
    private static func hash(_ parts: String?...) -> String? {
        guard parts.contains(where: { $0 != nil }) else { return nil }
        return RecordHash(JSON.array(parts.map { $0.map(JSON.string) ?? .null }).bytes).key
    }
}

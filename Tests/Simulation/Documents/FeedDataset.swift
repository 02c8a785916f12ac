import Records

/// The entries of a feed, which states its newest ones.
///
/// Each format states the same entries, so that a document may be in any of them.
nonisolated struct FeedDataset: Dataset {
    /// An entry.
    struct Entry {
        let id: String
        let link: String?
        var title: String
        var author: String?
        let published: UTC
        var updated: UTC?
        var tags: [String]
        /// The paragraphs of the content, without markup; empty if there is no content.
        var paragraphs: [String]
    }

    /// The entries, the newest one first.
    private(set) var entries: [Entry] = []
    /// The number of entries that a document states.
    let window: Int
    private var count = 0

    let kind = "feed"
    let sourceSettings = ""
    let sections = ""
    let mediaType: String
    let isExact = true
    let keepsMissing = true

    /// Invents a feed whose entries are of the days before a moment.
    init(at time: UTC, _ chance: inout Chance) {
        window = 20 + chance.below(30)
        mediaType = chance.pick(["application/xml", "application/rss+xml", "text/xml", "text/plain"])
        for hours in (0..<20 + chance.below(30)).reversed() {
            add(at: time - .seconds(hours * 5000), &chance)
        }
    }

    /// The data of the entries of the document by their identifiers.
    var expected: [String: JSON] {
        var expected: [String: JSON] = [:]
        for entry in entries { expected[entry.id] = entry.data }
        return expected
    }

    /// Adds an entry, changes one or withdraws the newest.
    mutating func change(at time: UTC, _ chance: inout Chance) {
        switch chance.below(10) {
        case 0 where entries.count > 20: entries.remove(at: 0)
        case 0...5: add(at: time, &chance)
        default: edit(chance.below(entries.count), at: time, &chance)
        }
    }

    private mutating func add(at time: UTC, _ chance: inout Chance) {
        count += 1
        let address = "https://news.example/\(count)"
        var id = chance.isTrue(0.4) ? address : "\(Vocabulary.key(.unicode, besides: [], &chance)) \(count)"
        if chance.isTrue(0.2) { id = "tag:news.example,2026:\(count)/100%" }
        let link = id == address || chance.isTrue(0.9) ? address : nil
        var entry = Entry(
            id: id, link: link, title: "", author: nil, published: time, updated: nil, tags: [],
            paragraphs: [])
        entry.rewrite(&chance)
        entries.insert(entry, at: 0)
        entries.removeLast(max(0, entries.count - window))
    }

    private mutating func edit(_ index: Int, at time: UTC, _ chance: inout Chance) {
        let before = entries[index].data
        entries[index].rewrite(&chance)
        // A time of the answer is no change by itself for the daemon.
        if chance.isTrue(0.7), entries[index].data != before { entries[index].updated = time }
    }

    /// Returns the feed in any format.
    func document(_ style: inout Chance) -> [UInt8] {
        switch style.below(3) {
        case 0: jsonFeed(&style)
        case 1: FeedMarkup(isAtom: true, &style).document(entries, &style)
        default: FeedMarkup(isAtom: false, &style).document(entries, &style)
        }
    }

    private func jsonFeed(_ style: inout Chance) -> [UInt8] {
        let version = style.pick(["https://jsonfeed.org/version/1", "https://jsonfeed.org/version/1.1"])
        var items: [JSON] = []
        for entry in entries { items.append(entry.item(isFirst: version.hasSuffix("/1"))) }
        let feed: JSON = ["version": .string(version), "title": "News", "_note": 7, "items": .array(items)]
        return style.pick(Encoding.unicode).bytes(JSONStyle.text(feed, &style))
    }
}

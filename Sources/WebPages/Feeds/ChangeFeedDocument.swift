public import AlmanacValues
import Records
public import Showing

/// The changes of a source, or of one of its records, as a feed that any feed reader follows.
///
/// Source: RFC 4287 (Atom).
public struct ChangeFeedDocument {
    private let source: Source
    private let changes: [Event]
    private let key: String?
    private let base: String
    private let preferences: Preferences

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - changes: Its changes, newest first.
    ///   - key: The key of the record whose changes they are; `nil` for those of all records.
    ///   - base: The scheme and the host that links begin with, such as `http://localhost:1034`; empty for
    ///     links relative to the address of the feed.
    ///   - preferences: The user's choices, which links carry.
    public init(
        _ source: Source, changes: [Event], key: String? = nil, base: String = "",
        preferences: Preferences = Preferences()
    ) {
        self.source = source
        self.changes = changes
        self.key = key
        self.base = base
        self.preferences = preferences
    }

    /// Returns the document in UTF-8, with the units of the paper.
    ///
    /// Each entry is written as of the time of its change, so that it stays the same.
    public func bytes(on paper: Paper) -> [UInt8] {
        HTML(atom: entries, on: paper, head: head).bytes
    }

    private func head(_ xml: inout HTML) {
        let page = key.map { path(ofRecord: $0, in: source.name) } ?? path(ofSource: source.name)
        xml.add("id", text: FeedIdentifier([source.name, key].compactMap(\.self)).text)
        xml.add("title", text: title)
        xml.add("subtitle", text: "Changes of \(source.name), newest first" + [source].lacksInFeeds)
        xml.add("updated", text: updated.description)
        xml.add("author") { $0.add("name", text: name) }
        xml.add("generator", ["version": Version.text], text: "almanac")
        xml.add(
            "link",
            [
                "rel": "self", "type": ChangeFeedDocument.type,
                "href": link(path(ofFeed: source.name, key: key)),
            ], text: "")
        xml.add("link", ["rel": "alternate", "type": "text/html", "href": link(page)], text: "")
    }

    /// The media type of the document.
    static let type = "application/atom+xml"

    private var title: String {
        guard let key else { return name }
        let record = changes.first.flatMap { titles[$0.item?.key ?? ""] } ?? key
        return "\(name): \(oneLine(record))"
    }

    /// The title of the source, or else its name.
    private var name: String {
        let title = oneLine(source.title ?? "")
        return title.isEmpty ? source.name : title
    }

    /// The time of the newest change; without changes, of the last that is known, or of the last response.
    private var updated: UTC {
        (changes.first?.at ?? source.runtime.changed ?? source.runtime.fetched ?? UTC(seconds: 0)).inFeeds
    }

    private var entries: [ChangeEntry] {
        let titles = titles
        return changes.compactMap { change in
            guard let item = change.item else { return nil }
            return ChangeEntry(change, of: source, title: titles[item.key], link: link)
        }
    }

    /// The titles by key, which a removal lacks.
    private var titles: [String: String] {
        let pairs = changes.compactMap { change in
            change.item.flatMap { item in item.title.map { (item.key, $0) } }
        }
        return Dictionary(pairs) { newest, _ in newest }
    }

    private func link(_ path: String) -> String { base + preferences.link(path) }
}

/// The most gaps that a subtitle names.
private let mostGaps = 5

extension [Source] {
    /// The end of a subtitle, which says what the changes of the sources may lack: readers of feeds show no header
    /// fields. Empty if they are whole.
    var lacksInFeeds: String {
        let gaps = flatMap(\.readingGaps)
        let more = gaps.count - mostGaps
        let words = gaps.prefix(mostGaps).map { "; unknown: \($0.source): \($0.words())" }
        return words.joined() + (more > 0 ? "; \(more) more" : "")
    }
}

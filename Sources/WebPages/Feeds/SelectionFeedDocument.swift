public import AlmanacValues
import Records
public import Showing

/// The changes that a selector matches, of any number of sources, as a feed that any feed reader follows.
///
/// Source: RFC 4287 (Atom).
public struct SelectionFeedDocument {
    private let changes: [Event]
    private let sources: [Source]
    private let selection: String
    private let base: String
    private let preferences: Preferences

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - changes: The changes, newest first.
    ///   - sources: The sources that the selector matches.
    ///   - selection: The query of the selector, after a question mark; empty for everything.
    ///   - base: The scheme and the host that links begin with; empty for links relative to the address of the feed.
    ///   - preferences: The user's choices, which links carry.
    public init(
        _ changes: [Event], of sources: [Source], selection: String, base: String, preferences: Preferences
    ) {
        self.changes = changes
        self.sources = sources
        self.selection = selection
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
        xml.add("id", text: FeedIdentifier(["changes", selection]).text)
        xml.add("title", text: sources.count == 1 ? "Changes of \(sources[0].name)" : "Changes")
        let extent = "Changes of \(counted(sources.count, "source")), newest first"
        xml.add("subtitle", text: extent + sources.lacksInFeeds)
        xml.add("updated", text: updated.description)
        xml.add("author") { $0.add("name", text: "almanac") }
        xml.add("generator", ["version": Version.text], text: "almanac")
        let own = link("/api/changes.atom" + selection)
        xml.add("link", ["rel": "self", "type": ChangeFeedDocument.type, "href": own], text: "")
        let page = link("/since" + selection)
        xml.add("link", ["rel": "alternate", "type": "text/html", "href": page], text: "")
    }

    /// The time of the latest change; without changes, of the last response.
    private var updated: UTC {
        let moments = changes.isEmpty ? sources.compactMap(\.runtime.fetched) : changes.map(\.at)
        return (moments.max() ?? UTC(seconds: 0)).inFeeds
    }

    private var entries: [ChangeEntry] {
        let known = Dictionary(sources.map { ($0.name, $0) }) { first, _ in first }
        return changes.compactMap { change in
            guard let item = change.item, let source = known[item.source] ?? removed(item.source) else {
                return nil
            }
            return ChangeEntry(change, of: source, title: item.title, namesSource: true, link: link)
        }
    }

    /// Returns what stands for a source that was removed.
    private func removed(_ name: String) -> Source? {
        Source([
            "context": ["name": .string(name)],
            "runtime": ["health": "empty", "records": 0, "rejected": 0, "generation": 0],
        ])
    }

    private func link(_ path: String) -> String { base + preferences.link(path) }
}

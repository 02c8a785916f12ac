import AlmanacValues
import Records
import Showing

/// A change as an entry of a feed.
///
/// Source: RFC 4287, 4.1.2.
struct FeedEntry {
    /// The maximum length of a title, in columns.
    private static let longestTitle = 200

    private let original: Event
    private let event: Event
    private let source: Source
    private let link: (String) -> String

    /// Makes the entry of a change.
    ///
    /// - Parameters:
    ///   - event: The change.
    ///   - source: Its source.
    ///   - title: The title of the record if the change does not state it; `nil` if it is unknown.
    ///   - link: Returns the address of a path of the site.
    init(_ event: Event, of source: Source, title: String?, link: @escaping (String) -> String) {
        original = event
        self.event = event.forReading(title: title)
        self.source = source
        self.link = link
    }

    /// Adds the entry to a document.
    func add(to xml: inout HTML, on paper: Paper) {
        guard let item = original.item, let shown = event.item else { return }
        // Words such as `today` refer to the time of the change.
        var paper = paper
        paper.now = event.at
        xml.add("entry") {
            $0.add("id", text: FeedIdentifier([item.source, item.key, event.cursor]).text)
            $0.add("title", text: title(of: shown, on: paper))
            $0.add("updated", text: event.at.inFeeds.description)
            $0.add("published", text: published(shown).inFeeds.description)
            author(shown, &$0)
            links(item, &$0)
            let details = ChangeDetails(event, item: shown, of: source).html(on: paper)
            $0.add("content", ["type": "html"], text: String(decoding: details.bytes, as: UTF8.self))
        }
    }

    private var isNews: Bool { source.kind == "feed" && event.kind != .removed }

    private func title(of item: Item, on paper: Paper) -> String {
        if isNews, event.kind == .added { return Line(item.name).cut(to: FeedEntry.longestTitle).plain }
        let what = ChangeLine(event, namesSource: false).what(paper) ?? Line(item.name)
        return what.cut(to: FeedEntry.longestTitle).plain
    }

    /// The time that an entry of another feed states, or else the time of the change.
    private func published(_ item: Item) -> UTC { (isNews ? item.published : nil) ?? event.at }

    /// Adds the author of an entry of another feed; other entries have that of the feed.
    private func author(_ item: Item, _ xml: inout HTML) {
        guard isNews, let author = item.data["author"]?.string.map(oneLine), !author.isEmpty else { return }
        xml.add("author") { $0.add("name", text: author) }
    }

    private func links(_ item: Item, _ xml: inout HTML) {
        // A removed record has no page.
        let page =
            event.kind == .removed
            ? path(ofSource: item.source) : path(ofRecord: item.key, in: item.source)
        xml.add("link", ["rel": "alternate", "type": "text/html", "href": link(page)], text: "")
        if isNews, let original = safeLink(item.data["link"]?.string) {
            xml.add("link", ["rel": "via", "href": original], text: "")
        }
    }
}

extension UTC {
    /// The moment, moved into the years that dates of feeds can state, 1970 to 9999.
    ///
    /// Source: RFC 3339, 5.6: a year has four digits.
    var inFeeds: UTC {
        min(max(self, UTC(seconds: 0)), UTC(seconds: 253_402_300_799))
    }
}

import AlmanacValues
import Records
import Showing

/// A change as an entry of a feed.
///
/// Source: RFC 4287, 4.1.2.
struct ChangeEntry {
    /// The maximum length of a title, in columns.
    private static let longestTitle = 200

    private let original: Event
    private let event: Event
    private let source: Source
    private let namesSource: Bool
    private let link: (String) -> String

    /// Makes the entry of a change.
    ///
    /// - Parameters:
    ///   - event: The change.
    ///   - source: Its source.
    ///   - title: The title of the record if the change does not state it; `nil` if it is unknown.
    ///   - namesSource: Whether the entry names the source: the feed has several.
    ///   - link: Returns the address of a path of the site.
    init(
        _ event: Event, of source: Source, title: String?, namesSource: Bool = false,
        link: @escaping (String) -> String
    ) {
        original = event
        self.event = event.forReading(title: title)
        self.source = source
        self.namesSource = namesSource
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
            if namesSource { $0.add("category", ["term": source.name], text: "") }
            links(item, &$0)
            let details = ChangeDetails(event, item: shown, of: source).html(on: paper)
            $0.add("content", ["type": "html"], text: String(decoding: details.bytes, as: UTF8.self))
        }
    }

    private var isNews: Bool { source.kind == "feed" && event.kind != .removed }

    private func title(of item: Item, on paper: Paper) -> String {
        if isNews, event.kind == .added { return Line(item.name).cut(to: ChangeEntry.longestTitle).plain }
        let what = ChangeLine(event, namesSource: namesSource).what(paper) ?? Line(item.name)
        return what.cut(to: ChangeEntry.longestTitle).plain
    }

    /// The sort key in lists: the time of an entry of another feed, otherwise the time of the change.
    private func published(_ item: Item) -> UTC { (isNews ? item.listed(at: event.at) : nil) ?? event.at }

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

/// The permanent name of a feed or of an entry, made of what it stands for and not of the address at which
/// it is found: `urn:uuid:…`.
///
/// Source: RFC 4287, 4.2.6; RFC 9562, 5.8 (UUID version 8: bits of one's own choice, here a hash).
struct FeedIdentifier {
    /// The name.
    let text: String

    /// Makes the name of what these texts identify together.
    init(_ parts: [String]) {
        let hash = RecordHash(JSON.array(parts.map(JSON.string)).bytes)
        let first = hash.low & ~0xF000 | 0x8000
        let last = hash.high & ~(3 << 62) | 2 << 62
        let digits = FeedIdentifier.hexadecimal(first) + FeedIdentifier.hexadecimal(last)
        text = "urn:uuid:" + FeedIdentifier.grouped(digits)
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func grouped(_ digits: String) -> String {
        var rest = digits[...]
        let groups = [8, 4, 4, 4, 12].map { count in
            let group = rest.prefix(count)
            rest = rest.dropFirst(count)
            return group
        }
        return groups.joined(separator: "-")
    }
}

extension Event {
    /// The maximum length of a text, in characters of Unicode.
    private static let longestText = 20_000

    /// Returns the event with texts that are safe and not longer than a feed should repeat.
    ///
    /// - Parameter title: The title of the record if the event does not state it.
    /// - Returns: The event without control characters and bidirectional controls, with a title in one line.
    func forReading(title: String?) -> Event {
        var members = (json.object ?? []).map { member in
            JSON.Member(member.name, Event.harmlessValue(member.value))
        }
        if self.item?.title == nil, let title { members.append(JSON.Member("title", .string(title))) }
        for index in members.indices where ["key", "title"].contains(members[index].name) {
            members[index].value = .string(oneLine(members[index].value.string ?? ""))
        }
        // Only texts differ, so that it parses like the original.
        return Event(.object(members)) ?? self
    }

    private static func harmlessValue(_ value: JSON) -> JSON {
        switch value {
        case .string(let text): .string(shortened(text))
        case .array(let elements): .array(elements.map(harmlessValue))
        case .object(let members):
            .object(members.map { JSON.Member(shortened($0.name), harmlessValue($0.value)) })
        case .null, .bool, .number: value
        }
    }

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > longestText else { return harmless(text) }
        return harmless(String(text.unicodeScalars.prefix(longestText))) + "…"
    }
}

/// Returns text without characters that a terminal or a reader would interpret, in one line.
func oneLine(_ text: String) -> String {
    harmless(text).split { $0.isNewline || $0 == " " }.joined(separator: " ")
}

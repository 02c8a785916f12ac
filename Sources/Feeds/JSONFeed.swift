import Decoding
import Records

/// A reader of JSON Feed 1 and 1.1.
///
/// Source: jsonfeed.org/version/1.1. An item that is not an object is left out; a numeric id becomes a text.
struct JSONFeed {
    /// The base of relative addresses.
    private let base: String?
    /// The authors of the feed, which are those of an item without its own.
    private let authors: String?
    /// The zones that dates may name.
    private let zones: NamedZones

    /// Reads a feed.
    ///
    /// - Returns: `nil` if the document is JSON but not a feed.
    static func read(_ document: JSON, url: String?, zones: NamedZones)
        -> (feed: Feed, entries: [FeedEntry])?
    {
        let version = document["version"]?.string ?? ""
        guard version.contains(text: "jsonfeed.org") || document["items"]?.array != nil else { return nil }
        let reader = JSONFeed(
            base: url ?? text(document["feed_url"]) ?? text(document["home_page_url"]),
            authors: authors(document), zones: zones)
        return (reader.feed(document), (document["items"]?.array ?? []).compactMap(reader.entry))
    }

    /// Returns the offset at which a document in JSON begins; `nil` if it is another one.
    ///
    /// Text may precede a JSON Feed, such as the messages of PHP: its version shows where it begins.
    static func start(in text: [UInt8]) -> Int? {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }) else { return nil }
        if text[first] == .leftBrace { return first }
        let isUsual = text.span.begins(with: "<?xml", at: first) || text.span.begins(with: "<rss", at: first)
        let begin = isUsual ? "" : String(decoding: text, as: UTF8.self)
        let isXML = ["<?xml", "<rss", "<feed", "<rdf"].contains { begin.contains(text: $0) }
        guard !isUsual, !isXML, begin.contains(text: "jsonfeed.org/version") else { return nil }
        return text.indices.first { at in
            text[at] == .leftBrace && text[(at + 1)...].first { !$0.isWhitespace } == .quote
        }
    }

    /// Parses a document, without text that follows it.
    ///
    /// - Returns: The document, and whether text follows it.
    /// - Throws: `JSONError` if it is not JSON.
    static func parse(_ text: [UInt8]) throws(JSONError) -> (document: JSON, hasMore: Bool) {
        do {
            return (try JSON(parsing: text), false)
        } catch {
            // Caches append comments in HTML.
            guard error.offset < text.count, let document = try? JSON(parsing: Array(text[..<error.offset]))
            else { throw error }
            return (document, true)
        }
    }

    /// Returns the dates of all items as they are written.
    static func dates(_ document: JSON) -> [String] {
        (document["items"]?.array ?? []).flatMap { item in times.compactMap { item[$0.member]?.string } }
    }

    /// The members with times, and the fields of an entry that they are.
    private static let times: [(field: String, member: String)] = [
        ("published", "date_published"), ("updated", "date_modified"),
    ]

    private func feed(_ document: JSON) -> Feed {
        var feed = Feed()
        feed.title = document["title"]?.string.map { FeedText(plain: $0).inOneLine }
        feed.link = address(document["home_page_url"])
        feed.subtitle = document["description"]?.string.map { FeedText(plain: $0) }
        feed.id = document["feed_url"]?.string
        feed.author = authors
        feed.language = document["language"]?.string
        return feed
    }

    private func entry(_ item: JSON) -> FeedEntry? {
        guard item.object != nil else { return nil }
        var entry = FeedEntry()
        entry.id = item["id"]?.scalarText
        entry.link = address(item["url"]) ?? address(item["external_url"])
        entry.title = JSONFeed.text(item["title"]).map { FeedText(plain: $0).inOneLine }
        setTexts(&entry, item)
        setTimes(&entry, item)
        setTags(&entry, item)
        entry.enclosures = (item["attachments"]?.array ?? []).compactMap(enclosure)
        entry.image =
            address(item["image"]) ?? address(item["banner_image"])
            ?? entry.enclosures.first(where: \.isImage)?.url
        entry.language = JSONFeed.text(item["language"])
        guard !entry.isEmpty else { return nil }
        entry.author = JSONFeed.authors(item) ?? authors
        return entry
    }

    private func setTexts(_ entry: inout FeedEntry, _ item: JSON) {
        entry.summary = JSONFeed.text(item["summary"]).map { FeedText(plain: $0) }
        if let html = JSONFeed.text(item["content_html"]) {
            entry.content = FeedText(html: html, base: base)
        } else {
            entry.content = JSONFeed.text(item["content_text"]).map { FeedText(plain: $0) }
        }
    }

    private func setTimes(_ entry: inout FeedEntry, _ item: JSON) {
        for (name, member) in JSONFeed.times {
            guard let text = item[member]?.scalarText, !text.trimmingBlanks.isEmpty else { continue }
            guard let date = WrittenDate(text, zones: zones) else {
                entry.unreadTimes[name] = text
                continue
            }
            entry.set(date, for: name)
        }
    }

    private func setTags(_ entry: inout FeedEntry, _ item: JSON) {
        // Some publishers write the list as one text.
        let all =
            item["tags"]?.string.map { $0.split(separator: ",").map(String.init) }
            ?? (item["tags"]?.array ?? []).compactMap(\.string)
        entry.tags = all.map(\.inOneLine).filter { !$0.isEmpty }
    }

    private func enclosure(_ attachment: JSON) -> FeedEntry.Enclosure? {
        guard let url = address(attachment["url"]) else { return nil }
        return .init(
            url: url, type: JSONFeed.text(attachment["mime_type"]),
            length: JSONFeed.number(attachment["size_in_bytes"]).flatMap { Int(exactly: $0) },
            duration: JSONFeed.number(attachment["duration_in_seconds"]),
            title: JSONFeed.text(attachment["title"]))
    }

    /// Returns a number, which may be written as a text; `nil` if it is 0, which stands for an unknown one.
    private static func number(_ value: JSON?) -> Double? {
        value?.scalarText.flatMap { Double($0) }.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// Returns the absolute form of an address; `nil` if there is none, or if it could execute something.
    private func address(_ value: JSON?) -> String? {
        guard let text = JSONFeed.text(value) else { return nil }
        let address = HTMLRules.safe(LinkResolver.resolve(text.trimmingBlanks, against: base))
        return address.isEmpty ? nil : address
    }

    /// Returns `authors` of version 1.1, otherwise `author` of version 1.
    private static func authors(_ object: JSON) -> String? {
        let all = object["authors"]?.array ?? object["author"].map { [$0] } ?? []
        let names = all.compactMap { text($0["name"]) ?? text($0["url"]) }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private static func text(_ value: JSON?) -> String? {
        guard let text = value?.string, !text.trimmingBlanks.isEmpty else { return nil }
        return text
    }
}

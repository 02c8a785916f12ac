import Decoding
import Records

/// A reader of JSON Feed 1 and 1.1.
///
/// Source: jsonfeed.org/version/1.1. An item that is not an object is left out; a numeric id becomes a text.
enum JSONFeed {
    /// Reads a feed.
    ///
    ///
    /// - Returns: `nil` if the document is JSON but not a feed.
    static func read(_ document: JSON, url: String?) -> (feed: Feed, entries: [FeedEntry])? {
        let version = document["version"]?.string ?? ""
        guard version.contains(text: "jsonfeed.org") || document["items"]?.array != nil else { return nil }
        var feed = Feed()
        feed.title = document["title"]?.string.map { FeedText(plain: $0) }
        feed.link = document["home_page_url"]?.string
        feed.subtitle = document["description"]?.string.map { FeedText(plain: $0) }
        feed.id = document["feed_url"]?.string
        feed.author = authors(document)
        feed.language = document["language"]?.string
        return (feed, (document["items"]?.array ?? []).compactMap { entry($0, url: url) })
    }

    private static func entry(_ item: JSON, url: String?) -> FeedEntry? {
        guard item.object != nil else { return nil }
        var entry = FeedEntry()
        entry.id = item["id"]?.scalarText
        entry.link = text(item["url"]) ?? text(item["external_url"])
        entry.title = text(item["title"]).map { FeedText(plain: $0) }
        entry.summary = text(item["summary"]).map { FeedText(plain: $0) }
        if let html = text(item["content_html"]) {
            entry.content = FeedText(html: html, base: nil)
        } else {
            entry.content = text(item["content_text"]).map { FeedText(plain: $0) }
        }
        setTimes(&entry, item: item)
        entry.author = authors(item)
        // Some publishers write the list as one text.
        entry.tags =
            item["tags"]?.string.map { $0.split(separator: ",").map(\.trimmingBlanks) }
            ?? (item["tags"]?.array ?? []).compactMap(\.string)
        entry.enclosures = (item["attachments"]?.array ?? []).compactMap(enclosure)
        entry.image = text(item["image"]) ?? text(item["banner_image"])
        entry.language = text(item["language"])
        return entry.isEmpty ? nil : entry
    }

    private static func setTimes(_ entry: inout FeedEntry, item: JSON) {
        for (name, member) in [("published", "date_published"), ("updated", "date_modified")] {
            guard let text = text(item[member]) else { continue }
            guard let moment = UTC(dateText: text) else {
                entry.unreadTimes[name] = text
                continue
            }
            if name == "published" { entry.published = moment } else { entry.updated = moment }
        }
    }

    private static func enclosure(_ attachment: JSON) -> FeedEntry.Enclosure? {
        guard let url = text(attachment["url"]) else { return nil }
        let length = attachment["size_in_bytes"]?.int
        return .init(url: url, type: attachment["mime_type"]?.string, length: length)
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

import Feeds
import Records

extension FeedExpectation {
    /// Compares the expectation with the decoded feed.
    ///
    /// Runs of white space are collapsed, as in a page; a title is compared without markup.
    func verdict(_ feed: Feed, _ entries: [JSON]) -> Verdict {
        for clause in clauses {
            let (root, path) = (clause.path[0], Array(clause.path.dropFirst()))
            let found: String??
            switch (root, path.first.flatMap { Int($0) }) {
            case ("feed", _): found = FeedExpectation.value(path, feed)
            case ("entries", let index?):
                guard index < entries.count else { return .differs }
                found = FeedExpectation.value(Array(path.dropFirst()), entries[index])
            default: found = nil
            }
            guard let found else {
                return .untold(clause.path.filter { Int($0) == nil }.joined(separator: "."))
            }
            if !isSame(found ?? "", clause) { return .differs }
        }
        return .agrees
    }

    private func isSame(_ found: String, _ clause: Clause) -> Bool {
        switch clause.value {
        case .moment(let numbers):
            let f = UTC(iso8601: found)?.fields
            return f.map { [$0.year, $0.month, $0.day, $0.hour, $0.minute, $0.second] } == numbers
        case .text(let wanted):
            let isDetail = clause.path.contains("author_detail")
            let isTitle = clause.path[0] == "entries" && clause.path.contains { $0.hasPrefix("title") }
            let shown = isTitle ? FeedText(html: wanted, base: nil).plain : wanted
            let (one, two) = (FeedExpectation.normalized(found), FeedExpectation.normalized(shown))
            // The name and the address of an author are stored as one text.
            return one == two
                || (isDetail
                    && (one.hasPrefix(two + " (") || one.hasSuffix("(\(two))") || one.hasSuffix("<\(two)>")))
        }
    }

    private static func normalized(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Returns the value of a field of the feed; `.none` if the field is not stored.
    private static func value(_ path: [String], _ feed: Feed) -> String?? {
        switch path.joined(separator: ".") {
        case "title", "title_detail.value": kept(feed.title.map { $0.html ?? $0.plain })
        case "subtitle", "tagline", "description", "subtitle_detail.value", "tagline_detail.value":
            kept(feed.subtitle?.richest)
        case "copyright", "rights", "copyright_detail.value", "rights_detail.value":
            kept(feed.rights.map { $0.html ?? $0.plain })
        case "link": kept(feed.link)
        case "id", "guid": kept(feed.id)
        case "author", "author_detail.name", "author_detail.email": kept(feed.author)
        case "language": kept(feed.language)
        case "updated_parsed": kept(feed.updated?.description)
        case "published_parsed": kept(feed.published?.description)
        default: .none
        }
    }

    /// Returns the value of a field of an entry; `.none` if the field is not stored.
    private static func value(_ path: [String], _ entry: JSON) -> String?? {
        switch path.joined(separator: ".") {
        case "title", "title_detail.value": kept(entry["title"]?.string)
        case "summary", "description", "summary_detail.value":
            kept(entry["summary"]?.string ?? entry["content"]?.string)
        case "content.0.value": kept(entry["content"]?.string ?? entry["summary"]?.string)
        case "content.0.language": kept(entry["language"]?.string)
        case "link": kept(entry["link"]?.string)
        case "id", "guid": kept(entry["id"]?.string)
        case "author", "author_detail.name", "author_detail.email": kept(entry["author"]?.string)
        case "comments": kept(entry["comments"]?.string)
        case "image.href": kept(entry["image"]?.string)
        case "updated_parsed": kept(entry["updated"]?.string)
        case "published_parsed": kept(entry["published"]?.string)
        case "created_parsed": kept(entry["created"]?.string)
        case "enclosures.0.href": kept(entry["enclosures"]?.array?.first?["url"]?.string)
        case "enclosures.0.type": kept(entry["enclosures"]?.array?.first?["type"]?.string)
        case "tags.0.term": kept(tag(0, entry))
        case "tags.1.term": kept(tag(1, entry))
        default: .none
        }
    }

    /// Wraps the value of a stored field, which may be empty.
    private static func kept(_ text: String?) -> String?? { .some(text) }

    private static func tag(_ index: Int, _ entry: JSON) -> String? {
        let tags = entry["tags"]?.array ?? []
        return tags.indices.contains(index) ? tags[index].string : nil
    }
}

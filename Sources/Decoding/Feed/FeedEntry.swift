public import Records

/// One entry of a feed.
public struct FeedEntry: Hashable, Sendable {
    /// A file that belongs to an entry.
    public struct Enclosure: Hashable, Sendable {
        /// Where it is.
        public var url: String
        /// Its media type; `nil` when not said.
        public var type: String?
        /// Its length in bytes; `nil` when not said, or not a number.
        public var length: Int?
    }

    /// What names the entry for ever; `nil` when the feed does not say.
    public var id: String?
    /// Its page; `nil` when it has none.
    public var link: String?
    /// Its title; `nil` when it has none.
    public var title: FeedText?
    /// What it is about; `nil` when not said.
    public var summary: FeedText?
    /// The whole of it; `nil` when the feed has only a summary.
    public var content: FeedText?
    /// When it was first published; `nil` when not said, or not a time.
    public var published: UTC?
    /// When it was last changed; `nil` when not said, or not a time.
    public var updated: UTC?
    /// When it was made; `nil` when not said, or not a time.
    public var created: UTC?
    /// Times that could not be read, as they stand, by the name of their field.
    public var unreadTimes: [String: String] = [:]
    /// Who wrote it: `name`, `email` or `name (email)`; `nil` when not said.
    public var author: String?
    /// What it is filed under, each once, in order.
    public var tags: [String] = []
    /// The files that belong to it.
    public var enclosures: [Enclosure] = []
    /// A picture for it; `nil` when it has none.
    public var image: String?
    /// Where it is talked about; `nil` when not said.
    public var comments: String?
    /// Its language, as in BCP 47; `nil` when not said.
    public var language: String?
    /// Where it is about; `nil` when not said.
    public var position: Position?

    /// Makes an entry of which nothing is known.
    public init() {}

    /// Whether nothing is known of it.
    public var isEmpty: Bool { self == FeedEntry() }

    /// What the entry is known by within its feed: its id, else its link, else a hash of title, date and content.
    public var key: String {
        for text in [id, link] {
            if let text, RecordRules.isKey(text) { return text }
        }
        let parts = [id, link, title?.richest, published?.description, (content ?? summary)?.richest]
        return RecordHash(JSON.array(parts.map { $0.map(JSON.string) ?? .null }).bytes).key
    }

    /// The entry as a record's data: `id`, `link`, `title`, `summary` and `content` (HTML), `text` (without
    /// markup), `published`, `updated`, `created`, `author`, `tags`, `enclosures`, `image`, `comments`, `language`,
    /// `reported` (times that could not be read).
    public var data: JSON {
        .members([
            "id": id.map(JSON.string), "link": link.map(JSON.string),
            "title": title.map { .string($0.plain) },
            "summary": summary.map { .string($0.richest) }, "content": content.map { .string($0.richest) },
            "text": (content ?? summary).map { .string($0.plain) },
            "published": published.map { .string($0.description) },
            "updated": updated.map { .string($0.description) },
            "created": created.map { .string($0.description) }, "author": author.map(JSON.string),
            "tags": tags.isEmpty ? nil : .array(tags.map(JSON.string)),
            "enclosures": enclosures.isEmpty ? nil : .array(enclosures.map(\.data)),
            "image": image.map(JSON.string), "comments": comments.map(JSON.string),
            "language": language.map(JSON.string),
            "reported": unreadTimes.isEmpty
                ? nil
                : .object(unreadTimes.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
        ])
    }
}

extension FeedEntry.Enclosure {
    var data: JSON {
        .members(["url": .string(url), "type": type.map(JSON.string), "length": length.map { JSON.int($0) }])
    }
}

import Decoding
public import Records

/// An entry of a feed.
public struct FeedEntry: Hashable, Sendable {
    /// A file attached to an entry.
    public struct Enclosure: Hashable, Sendable {
        /// The address of the file.
        public var url: String
        /// The media type; `nil` if there is none.
        public var type: String?
        /// The length in bytes; `nil` if missing or invalid.
        public var length: Int?
    }

    /// The permanent identifier; `nil` if there is none.
    public var id: String?
    /// The link to the entry's page; `nil` if there is none.
    public var link: String?
    /// The title; `nil` if there is none.
    public var title: FeedText?
    /// The summary; `nil` if there is none.
    public var summary: FeedText?
    /// The full content; `nil` if the feed has only a summary.
    public var content: FeedText?
    /// The time of first publication; `nil` if missing or invalid.
    public var published: UTC?
    /// The time of the last change; `nil` if missing or invalid.
    public var updated: UTC?
    /// The time of creation; `nil` if missing or invalid.
    public var created: UTC?
    /// The times that could not be parsed, by the name of their field.
    public var unreadTimes: [String: String] = [:]
    /// The zones that are not known or have several meanings, by the name of their field, whose time is in
    /// UTC.
    public var unknownZones: [String: String] = [:]
    /// The author: `name`, `email` or `name (email)`; `nil` if there is none.
    public var author: String?
    /// The distinct categories, in order.
    public var tags: [String] = []
    /// The attached files.
    public var enclosures: [Enclosure] = []
    /// The address of a picture; `nil` if there is none.
    public var image: String?
    /// The address of the comments; `nil` if there is none.
    public var comments: String?
    /// The language as in BCP 47; `nil` if there is none.
    public var language: String?
    /// The position of the subject; `nil` if there is none.
    public var position: Position?

    /// Creates an empty entry.
    public init() {}

    /// Whether nothing is known of the entry.
    public var isEmpty: Bool { self == FeedEntry() }

    /// The entry as the data of a record: `id`, `link`, `title`, `summary` and `content` (HTML), `text`
    /// (without markup), `published`, `updated`, `created`, `author`, `tags`, `enclosures`, `image`,
    /// `comments`, `language`, `reported` (times that could not be parsed).
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

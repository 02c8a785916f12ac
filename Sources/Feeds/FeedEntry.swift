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
        /// The length in bytes; `nil` if missing, 0 or invalid.
        public var length: Int?
        /// The kind of file that the feed states, such as `image` or `video`; `nil` if there is none.
        public var medium: String?
        /// The length of a recording, in seconds; `nil` if missing or invalid.
        public var duration: Double?
        /// The title; `nil` if there is none.
        public var title: String?
        /// The description, such as the alternative text of an image; `nil` if there is none.
        public var description: String?
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
    /// The members that only podcasts have; `nil` for an entry without any.
    public var episode: FeedEpisode? {
        get { episodes.first }
        set { episodes = newValue.map { [$0] } ?? [] }
    }
    /// At most one episode: an array keeps the entries of other feeds small.
    private var episodes: [FeedEpisode] = []

    /// Creates an empty entry.
    public init() {}

    /// Whether nothing is known of the entry.
    public var isEmpty: Bool { self == FeedEntry() }

    /// The entry as the data of a record; its members are those of the schema `feed`.
    public var data: JSON {
        let members: KeyValuePairs<String, JSON?> = [
            "id": present(id), "link": present(link), "title": present(title?.plain),
            "summary": present(summary?.richest), "content": present(content?.richest),
            "text": present((content ?? summary)?.plain),
            "published": published.map { .string($0.description) },
            "updated": updated.map { .string($0.description) },
            "created": created.map { .string($0.description) }, "author": present(author),
            "tags": tags.isEmpty ? nil : .array(tags.map(JSON.string)),
            "enclosures": enclosures.isEmpty ? nil : .array(enclosures.map(\.data)),
            "image": present(image), "comments": present(comments), "language": present(language),
            "reported": unreadTimes.isEmpty
                ? nil
                : .object(unreadTimes.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }),
        ]
        let own = members.compactMap { name, value in value.map { JSON.Member(name, $0) } }
        let more = episode?.members.map { JSON.Member($0.name, $0.value) } ?? []
        return .object(own + more)
    }

    /// Returns a text as JSON; `nil` if there is none, or it is blank.
    private func present(_ text: String?) -> JSON? {
        guard let text, text.utf8.contains(where: { $0 > .space }) else { return nil }
        return .string(text)
    }

    /// The title, or else the first words of the text, or of the description of a file; `nil` if there are
    /// none.
    public var name: String? {
        let texts = [title?.plain, (content ?? summary)?.plain].compactMap(\.self)
        let others = enclosures.lazy.compactMap { $0.title ?? $0.description }
        for (index, text) in (texts + others.prefix(1)).enumerated() {
            let line = text.inOneLine
            if !line.isEmpty { return index == 0 && title != nil ? line : line.opening }
        }
        return nil
    }
}

extension FeedEntry.Enclosure {
    var data: JSON {
        .members([
            "url": .string(url), "type": type.map(JSON.string), "length": length.map { JSON.int($0) },
            "medium": medium.map(JSON.string), "duration": duration.map(JSON.shortest),
            "title": title.map(JSON.string), "description": description.map(JSON.string),
        ])
    }

    /// Whether it is an image, as far as the feed states it.
    var isImage: Bool {
        medium == "image" || type?.utf8.lazy.map(\.lowercased).starts(with: "image/".utf8) == true
    }
}

extension String {
    /// The most characters of a name that is the beginning of a text, and the fewest of its words.
    private static let longestName = 80
    private static let shortestName = 40
    private static let mostBytes = 400

    /// The first words, followed by `…` if they are not all.
    fileprivate var opening: String {
        let part = prefix(String.longestName)
        let isWhole = part.endIndex == endIndex
        guard !isWhole || utf8.count > String.mostBytes else { return self }
        // A character may have any number of combining marks.
        let room = part.unicodeScalars.prefix(String.mostBytes / 4)
        let cut = Substring(room)
        guard let blank = cut.lastIndex(of: " "),
            cut.distance(from: cut.startIndex, to: blank) >= String.shortestName
        else { return cut + "…" }
        return cut[..<blank] + "…"
    }
}

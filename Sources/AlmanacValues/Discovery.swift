public import Records

/// The documents at an address: io.almanac's answer to Discover.
public struct Discovery: Equatable, Sendable {
    /// A feed that a web page refers to.
    public struct Feed: Equatable, Sendable {
        /// The address.
        public let url: String
        /// The title that the page gives it; `nil` if there is none.
        public let title: String?
        /// `atom`, `json`, `rss` or `unknown`.
        public let format: String
        /// The way it was found: `link`, `site` or `anchor`.
        public let origin: String
        /// Whether it has comments instead of the site's content.
        public let isOfComments: Bool
    }

    /// The address after redirects.
    public let url: String
    /// The kind of the document itself; `nil` if it is a web page or of no kind that can be guessed.
    public let kind: String?
    /// The feeds of the page, the best one first.
    public let feeds: [Feed]

    /// Parses an answer; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let url = json["url"]?.string, let feeds = json["feeds"]?.array else { return nil }
        self.url = url
        kind = json["kind"]?.string
        self.feeds = feeds.compactMap { feed in
            guard let url = feed["url"]?.string else { return nil }
            return Feed(
                url: url, title: feed["title"]?.string, format: feed["format"]?.string ?? "unknown",
                origin: feed["origin"]?.string ?? "link", isOfComments: feed["isOfComments"]?.bool ?? false)
        }
    }
}

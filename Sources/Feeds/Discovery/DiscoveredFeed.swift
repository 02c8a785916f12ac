/// A feed that a web page refers to.
public struct DiscoveredFeed: Hashable, Sendable {
    /// The format of a feed, as far as the page states it.
    public enum Format: String, Sendable {
        /// Atom.
        case atom
        /// JSON Feed.
        case json
        /// RSS, in any version.
        case rss
        /// The page does not state it.
        case unknown
    }

    /// The ways to find a feed, the most credible first.
    public enum Origin: String, Sendable {
        /// A header field `Link`, RFC 8288, or a `link` element.
        case link
        /// A rule about the site, such as for GitHub.
        case site
        /// A link in the text whose address looks like that of a feed.
        case anchor
    }

    /// The absolute address, `http` or `https`.
    public let url: String
    /// The title that the page gives it; `nil` if there is none.
    public let title: String?
    /// The format.
    public let format: Format
    /// The way it was found.
    public let origin: Origin
    /// Whether it has comments instead of the site's content.
    public let isOfComments: Bool

    init(
        url: String, title: String? = nil, format: Format = .unknown, origin: Origin,
        isOfComments: Bool = false
    ) {
        self.url = url
        self.title = title
        self.format = format
        self.origin = origin
        self.isOfComments = isOfComments
    }
}

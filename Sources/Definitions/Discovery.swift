import Decoding
import Feeds
package import Records

/// The documents at an address that a client wants to add: the document itself, or the feeds of a web page.
package nonisolated enum Discovery {
    /// The maximum number of bytes of a document that are needed.
    package static let sample = FeedDiscovery.longestPage

    /// Returns the answer of the method Discover.
    ///
    /// Source: io.almanac.varlink.
    ///
    /// - Parameters:
    ///   - document: The first `sample` bytes of the document.
    ///   - url: Its address, after redirects.
    ///   - links: The values of its header fields `Link`.
    ///   - charset: The encoding that its header names; `nil` if it names none.
    /// - Returns: The answer: the kind of the document, or the feeds of the page.
    package static func answer(
        for document: [UInt8], at url: String, links: [String], charset: String?
    ) -> JSON {
        if let kind = Kind(guessing: Array(document.prefix(4_096))) {
            return .members(["url": .string(url), "kind": .string(kind.rawValue), "feeds": .array([])])
        }
        let label = charset.flatMap { CharsetLabel($0, of: .transport) }
        let feeds =
            isPage(document) ? FeedDiscovery.feeds(in: document, at: url, links: links, label: label) : []
        return .members(["url": .string(url), "kind": nil, "feeds": .array(feeds.map(json))])
    }

    /// Returns the address that a page sends its reader to, instead of which that document counts; `nil` if
    /// there is none, or the page has feeds or is a document itself.
    ///
    /// - Parameters:
    ///   - answer: The answer for the page.
    ///   - document: The first `sample` bytes of the page.
    ///   - charset: The encoding that its header names; `nil` if it names none.
    /// - Returns: The absolute address.
    package static func successor(of answer: JSON, _ document: [UInt8], charset: String?) -> String? {
        guard answer["kind"] == nil, answer["feeds"]?.array?.isEmpty == true, isPage(document),
            let url = answer["url"]?.string
        else { return nil }
        let label = charset.flatMap { CharsetLabel($0, of: .transport) }
        return FeedDiscovery.refresh(of: document, at: url, label: label)
    }

    private static func isPage(_ document: [UInt8]) -> Bool {
        document.unmarked.first { !$0.isWhitespace } == .lessThan
    }

    private static func json(_ feed: DiscoveredFeed) -> JSON {
        .members([
            "url": .string(feed.url), "title": feed.title.map(JSON.string),
            "format": .string(feed.format.rawValue),
            "origin": .string(feed.origin.rawValue), "isOfComments": .bool(feed.isOfComments),
        ])
    }
}

public import Decoding
import Records

/// Finds the feeds that a web page refers to.
///
/// The order is: content before comments; the page's links with a relation, then those whose media type is
/// that of a feed, otherwise rules about sites, otherwise links in the text; Atom and JSON Feed before RSS;
/// then the order of the page.
///
/// Source: HTML Living Standard §4.6.6.1 (alternate), RFC 8288.
public enum FeedDiscovery {
    /// The maximum number of feeds that are returned.
    private static let most = 50
    /// The maximum number of bytes of a page that are read.
    public static let longestPage = 2 << 20

    /// Returns the feeds of a page, the best one first.
    ///
    /// - Parameters:
    ///   - page: The bytes of the page.
    ///   - url: The address of the page, after redirects.
    ///   - fields: The values of its header fields `Link`.
    ///   - label: The encoding that its header names; `nil` if it names none.
    /// - Returns: At most 50 feeds; empty if the page refers to none.
    public static func feeds(
        in page: [UInt8], at url: String, links fields: [String] = [], label: CharsetLabel? = nil
    ) -> [DiscoveredFeed] {
        let text = text(of: page, label)
        let links = PageLinks(text)
        let base = links.base.map { LinkResolver.resolve($0, against: url) } ?? url
        let reader = FeedLinkReader(
            base: base, page: url, isArticle: links.isArticle, isPost: links.isPost)
        let stated =
            fields.flatMap(LinkField.links).compactMap { reader.feed(of: $0, against: url) }
            + links.links.compactMap { reader.feed(of: $0, against: base) }
        let typed = links.typed.compactMap(reader.feed(ofTyped:))
        if (stated + typed).contains(where: { !$0.isOfComments }) { return ranked(stated, then: typed) }
        let site = SiteRules(address: PageAddress(url), links: links, text: text).feeds
        if !site.isEmpty { return ranked(site + stated, then: typed) }
        return ranked(reader.feeds(of: links.anchors) + stated, then: typed)
    }

    /// Returns the address that a page without feeds sends its reader to, as pages for `/` or an old name do;
    /// `nil` if there is none, or it is the page itself.
    ///
    /// - Parameters:
    ///   - page: The bytes of the page.
    ///   - url: The address of the page, after redirects.
    ///   - label: The encoding that its header names; `nil` if it names none.
    /// - Returns: The absolute address, `http` or `https`.
    public static func refresh(
        of page: [UInt8], at url: String, label: CharsetLabel? = nil
    ) -> String? {
        let links = PageLinks(text(of: page, label))
        let base = links.base.map { LinkResolver.resolve($0, against: url) } ?? url
        guard let reference = links.refresh,
            let target = FeedLinkReader(base: base, page: url, isArticle: false, isPost: false)
                .address(of: reference)
        else { return nil }
        return target == url.prefix { $0 != "#" } ? nil : target
    }

    /// Returns distinct feeds in the order of their ranks; of the same rank, the first ones come first.
    private static func ranked(
        _ first: [DiscoveredFeed], then others: [DiscoveredFeed]
    ) -> [DiscoveredFeed] {
        var seen: Set<String> = []
        let ranks = first.map { rank($0) } + others.map { rank($0) + 5 }
        let distinct = zip(first + others, ranks).filter { seen.insert($0.0.url).inserted }
        let sorted = distinct.enumerated().sorted {
            ($0.element.1, $0.offset) < ($1.element.1, $1.offset)
        }
        return sorted.prefix(most).map(\.element.0)
    }

    /// Returns the rank of a feed; that of rules and links in the text is their order.
    private static func rank(_ feed: DiscoveredFeed) -> Int {
        let format =
            switch feed.format {
            case .atom where feed.origin == .link: 0
            case .json where feed.origin == .link: 1
            default: 2
            }
        return (feed.isOfComments ? 10 : 0) + format
    }

    /// Returns the page as UTF-8.
    private static func text(of page: [UInt8], _ label: CharsetLabel?) -> [UInt8] {
        let page = page.count > longestPage ? Array(page.prefix(longestPage)) : page
        var decoder = TextDecoder(labels: [label, declared(page)].compactMap { $0 })
        var text: [UInt8] = []
        text.reserveCapacity(page.count)
        decoder.decode(page.span, into: &text)
        decoder.finish(into: &text)
        return text
    }

    /// Returns the encoding of `<meta charset=…>` or of a Content-Type in a `meta` element.
    private static func declared(_ page: [UInt8]) -> CharsetLabel? {
        let head = String(decoding: page.prefix(2_048).map { $0.isASCII ? $0 : .questionMark }, as: UTF8.self)
        guard let place = head.lowercased().firstRange(ofText: "charset=") else { return nil }
        let rest = head.lowercased()[place.upperBound...].drop { $0 == "\"" || $0 == "'" || $0 == " " }
        return CharsetLabel(String(rest.prefix { !"\"' />;".contains($0) }), of: .declaration)
    }
}

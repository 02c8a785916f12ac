import Records

/// Decides which links of a page are feeds.
struct FeedLinkReader {
    /// The address that relative references in the page relate to.
    let base: String
    /// The address of the page.
    let page: String
    /// Whether the page says that it is an article, whose own feed has its comments.
    let isArticle: Bool
    /// Whether the page is a post, by what WordPress writes into it.
    let isPost: Bool

    private static let types: [String: DiscoveredFeed.Format] = [
        "application/atom+xml": .atom, "application/atom": .atom, "application/feed+json": .json,
        "application/rss+xml": .rss, "application/rss": .rss, "application/rdf+xml": .rss, "text/rss": .rss,
        "text/rss+xml": .rss, "application/x-rss+xml": .rss, "application/x-atom+xml": .atom,
        "text/atom+xml": .atom, "application/x.atom+xml": .atom, "application/xml": .unknown,
        "text/xml": .unknown, "application/json": .json, "text/json": .json,
    ]
    /// The types that other documents have, too.
    private static let general = ["application/json", "text/json", "application/xml", "text/xml"]
    /// Words that mark a link without a type as a feed.
    private static let words: Set<Substring> = ["feed", "feeds", "rss", "atom", "rdf", "syndication"]
    private static let comments = [
        "comment", "kommentar", "kommentti", "komentar", "komentarz", "komentář", "hozzászólás", "reactie",
        "reacties", "comentario", "comentário", "commento", "commenti", "commentaire", "yorum", "комментари",
        "коментар", "コメント", "评论", "評論", "留言", "댓글", "σχόλια",
    ]

    /// Returns the feed that a link with a relation refers to; `nil` if it refers to something else.
    func feed(of link: PageLinks.Link, against base: String) -> DiscoveredFeed? {
        let isFeed = link.relations.contains("feed")
        guard isFeed || link.relations.contains("alternate"), !link.relations.contains("stylesheet"),
            !link.relations.contains("icon")
        else { return nil }
        let format = FeedLinkReader.types[link.type]
        let isUntyped = link.type.isEmpty || isFeed && link.type == "text/html"
        guard format != nil || isUntyped, let url = address(of: link.reference, against: base) else {
            return nil
        }
        let isGeneral = isUntyped || FeedLinkReader.general.contains(link.type)
        // A link with a language and without a type is a translation of the page.
        if !isFeed, isGeneral, isUntyped && link.statesLanguage || !looksLikeFeed(link, url) { return nil }
        return DiscoveredFeed(
            url: url, title: link.title.flatMap { $0.isEmpty ? nil : $0 }, format: format ?? .unknown,
            origin: .link, isOfComments: isOfComments(url, title: link.title))
    }

    /// Returns the feed that a link without a relation refers to by its media type; `nil` if that is not one
    /// of feeds alone.
    func feed(ofTyped link: PageLinks.Link) -> DiscoveredFeed? {
        guard let format = FeedLinkReader.types[link.type], !FeedLinkReader.general.contains(link.type),
            let url = address(of: link.reference, against: base)
        else { return nil }
        return DiscoveredFeed(
            url: url, title: link.title.flatMap { $0.isEmpty ? nil : $0 }, format: format, origin: .link,
            isOfComments: isOfComments(url, title: link.title))
    }

    /// Returns the feeds among the links in the text: files before folders.
    func feeds(of anchors: [PageLinks.Link]) -> [DiscoveredFeed] {
        let own = PageAddress(page)
        var (files, folders): ([DiscoveredFeed], [DiscoveredFeed]) = ([], [])
        for link in anchors {
            guard let url = address(of: link.reference, against: base) else { continue }
            let target = PageAddress(url)
            let isService = isOfService(target)
            guard target.isOfSameSite(as: own) || isService,
                let shape = FeedShape(target, isService: isService)
            else { continue }
            let feed = DiscoveredFeed(
                url: url, title: link.title, format: .unknown, origin: .anchor,
                isOfComments: isOfComments(url, title: link.title))
            if shape == .file { files.append(feed) } else { folders.append(feed) }
        }
        return files + folders
    }

    private func isOfService(_ address: PageAddress) -> Bool {
        FeedShape.services.contains { address.isOf($0) }
    }

    /// Whether a document of a general type, or of none, is called a feed.
    private func looksLikeFeed(_ link: PageLinks.Link, _ url: String) -> Bool {
        let address = PageAddress(url)
        guard !address.segments.contains("wp-json"), !url.contains(text: "oembed") else { return false }
        let isXML = link.type.hasSuffix("/xml")
        if isXML || FeedShape(address, isService: isOfService(address)) != nil { return true }
        let texts = [link.title ?? "", address.path + "?" + address.query]
        let words = texts.flatMap { $0.lowercased().split { !$0.isLetter } }
        return words.contains { FeedLinkReader.words.contains($0) || $0.hasSuffix("feed") }
    }

    /// Returns the absolute address of a reference in the page; `nil` unless it is of the web and has no
    /// password.
    func address(of reference: String) -> String? { address(of: reference, against: base) }

    /// Returns the absolute address of a reference; `nil` unless it is of the web and has no password.
    private func address(of reference: String, against base: String) -> String? {
        var text =
            reference.unicodeScalars.contains(" ") ? reference.replacing(text: " ", with: "%20") : reference
        if text.lowercased().hasPrefix("feed://") { text = "http://" + text.dropFirst(7) }
        if text.lowercased().hasPrefix("feed:http") { text = String(text.dropFirst(5)) }
        let url = LinkResolver.resolve(text, against: base)
        // A scheme alone is not enough: some pages write `http:http://`.
        guard let start = url.firstRange(ofText: "://"), url.utf8.count <= 2_048,
            ["http", "https"].contains(url[..<start.lowerBound].lowercased())
        else { return nil }
        let authority = url[start.upperBound...].prefix { !"/?#".contains($0) }
        return authority.isEmpty || authority.contains("@") ? nil : String(url.prefix { $0 != "#" })
    }

    private func isOfComments(_ url: String, title: String?) -> Bool {
        let address = PageAddress(url)
        let title = title?.lowercased() ?? ""
        if FeedLinkReader.comments.contains(where: title.contains(text:)) { return true }
        if address.segments.contains(where: { $0.lowercased().hasPrefix("comment") }) { return true }
        if address.isOf("disqus.com") || address.query.lowercased().contains(text: "comments") { return true }
        return isBelowArticle(address)
    }

    /// Whether an address is that of a feed below the page, which for an article of WordPress has its
    /// comments. A whole site may be in one folder and call that an article.
    private func isBelowArticle(_ address: PageAddress) -> Bool {
        let own = PageAddress(page)
        guard isPost && !own.segments.isEmpty || isArticle && own.segments.count > 1,
            address.host == own.host, address.segments.starts(with: own.segments)
        else { return false }
        return ["feed", "atom", "rss", "rss2", "rdf"].contains(address.segments.last?.lowercased())
            && address.segments.count > own.segments.count
            && address.segments.count <= own.segments.count + 2
    }
}

/// The likeness of an address to that of a feed.
enum FeedShape {
    /// A file, such as `rss.xml`.
    case file
    /// A folder or program, such as `/feed/`.
    case folder

    /// The services that publish feeds of other sites.
    static let services = [
        "feeds.feedburner.com", "feeds2.feedburner.com", "feedpress.me", "feeds.feedpress.com",
    ]

    private static let files: Set<String> = [
        "rss.xml", "feed.xml", "atom.xml", "index.xml", "feeds.xml", "rss2.xml", "news.xml", "index.rdf",
        "rss.rdf",
        "rss.php", "feed.php", "atom.php", "rss2.php", "feed.json", "rss.aspx", "rss.asp", "rss.jsp",
        "rss.cfm",
        "index.rss", "index.atom", "feed.rss", "feed.atom", "rss.json",
    ]
    private static let folders: Set<String> = ["feed", "rss", "atom", "rss2", "rdf"]
    private static let queries: Set<String> = [
        "feed=rss2", "feed=rss", "feed=atom", "feed=rdf", "format=rss", "format=atom", "format=feed",
        "alt=rss",
        "type=rss", "output=rss",
    ]

    /// Returns the shape of an address; `nil` if it does not look like that of a feed.
    init?(_ address: PageAddress, isService: Bool) {
        let last = address.segments.last?.lowercased() ?? ""
        let ending = last.split(separator: ".").last.map(String.init) ?? ""
        if FeedShape.files.contains(last) || last.contains(".") && ["rss", "atom", "rdf"].contains(ending) {
            self = .file
        } else if FeedShape.folders.contains(last)
            || address.query.split(separator: "&").contains(where: {
                FeedShape.queries.contains($0.lowercased())
            })
            || isService && !last.isEmpty
        {
            self = .folder
        } else {
            return nil
        }
    }
}

extension FeedList {
    /// Returns feeds as OPML 2.0: the first tag of a feed as folders, the others as categories.
    ///
    /// The names of the sources are attributes in a namespace of their own, which other readers ignore.
    public static func opml(_ feeds: [Feed], title: String) -> String {
        var folder = OPMLFolder()
        for feed in feeds {
            let path = feed.tags.first?.split(separator: "/").map(String.init) ?? []
            folder.add(feed, at: path[...])
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0" xmlns:almanac="urn:almanac:source">
              <head>
                <title>\(MarkupText.escaped(title))</title>
              </head>
              <body>
            \(folder.text(indent: "    "))  </body>
            </opml>

            """
    }
}

/// A folder of feeds.
private struct OPMLFolder {
    private var feeds: [FeedList.Feed] = []
    private var folders: [(name: String, folder: OPMLFolder)] = []

    mutating func add(_ feed: FeedList.Feed, at path: ArraySlice<String>) {
        guard let name = path.first else { return feeds.append(feed) }
        let index = folders.firstIndex { $0.name == name } ?? folders.count
        if index == folders.count { folders.append((name, OPMLFolder())) }
        folders[index].folder.add(feed, at: path.dropFirst())
    }

    func text(indent: String) -> String {
        let inner = folders.map { name, folder in
            let title = MarkupText.escaped(name)
            return
                "\(indent)<outline text=\"\(title)\" title=\"\(title)\">\n\(folder.text(indent: indent + "  "))"
                + "\(indent)</outline>\n"
        }
        return inner.joined() + feeds.map { indent + OPMLFolder.outline($0) + "\n" }.joined()
    }

    private static func outline(_ feed: FeedList.Feed) -> String {
        let title = feed.title ?? feed.name ?? feed.url
        let categories = feed.tags.dropFirst().map { "/\($0)" }.joined(separator: ",")
        let attributes = [
            ("type", "rss"), ("text", title), ("title", title), ("xmlUrl", feed.url),
            ("category", categories), ("almanac:name", feed.name ?? ""),
        ]
        let texts = attributes.filter { !$0.1.isEmpty }.map { "\($0.0)=\"\(MarkupText.escaped($0.1))\"" }
        return "<outline \(texts.joined(separator: " "))/>"
    }
}

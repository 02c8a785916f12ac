extension FeedList {
    /// Returns feeds as OPML 2.0: each feed in its folders, or else in that of its first tag; the other tags
    /// are categories.
    ///
    /// The names of the sources are attributes in a namespace of their own, which other readers ignore.
    public static func opml(_ feeds: [Feed], title: String) -> String {
        var folder = OPMLFolder()
        for feed in feeds {
            for path in paths(of: feed) { folder.add(without(paths(of: feed), feed), at: path[...]) }
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

extension FeedList {
    /// Returns the folders of a feed by the names from the outermost on; an empty one for none.
    private static func paths(of feed: Feed) -> [[String]] {
        let first = feed.tags.first?.split(separator: "/").map(String.init) ?? []
        return feed.folders.isEmpty ? [first] : feed.folders
    }

    /// Returns a feed without the tags that its folders state.
    private static func without(_ paths: [[String]], _ feed: Feed) -> Feed {
        var feed = feed
        let stated = paths.map(tag(of:))
        feed.tags.removeAll { stated.contains($0) }
        return feed
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
        let categories = feed.tags.map { "/\($0)" }.joined(separator: ",")
        let attributes = [
            ("type", "rss"), ("text", title), ("title", title), ("xmlUrl", feed.url),
            ("category", categories), ("almanac:name", feed.name ?? ""),
        ]
        let texts = attributes.filter { !$0.1.isEmpty }.map { "\($0.0)=\"\(MarkupText.escaped($0.1))\"" }
        return "<outline \(texts.joined(separator: " "))/>"
    }
}

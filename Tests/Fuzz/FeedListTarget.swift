import FeedLists
import Records

/// Lists of feeds: OPML, and newsboat's `urls`.
enum FeedListTarget {
    static func run(_ input: FuzzInput) {
        guard let list = try? FeedList(input.bytes) else { return }
        for feed in list.feeds {
            require(
                feed.url.hasPrefix("http://") || feed.url.hasPrefix("https://"), "addresses are of the web")
            require(!hasPassword(feed.url), "an address has no password")
        }
        var names = FeedNames(except: [])
        let feeds = list.feeds.map { feed in
            FeedList.Feed(
                url: feed.url, title: feed.title, tags: feed.tags, name: names.name(of: feed).text)
        }
        require(Set(feeds.map(\.name)).count == feeds.count, "names are distinct")
        let text = FeedList.opml(feeds, title: "t")
        guard let again = try? FeedList(Array(text.utf8)) else {
            return require(false, "a written list can be read")
        }
        require(again.faults.isEmpty, "a written list has no fault")
        require(Set(again.feeds.map(\.url)) == Set(feeds.map(\.url)), "a written list has the same addresses")
    }

    /// Whether an `@` follows the host, or a colon before the path.
    private static func hasPassword(_ url: String) -> Bool {
        let site = url.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" }
        let host = site.prefix { !"?#\\".contains($0) }
        return host.contains("@") || (host.contains(":") && site.contains("@"))
    }
}

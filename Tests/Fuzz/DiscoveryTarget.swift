import Decoding
import Feeds
import Records

/// Pages that refer to feeds; a NUL separates the value of a header field `Link` from the page.
enum DiscoveryTarget {
    private static let addresses = [
        "https://a.example/b/", "https://github.com/a/b", "https://gitlab.com/a/b/-/tree/main",
        "https://www.youtube.com/@a", "https://old.reddit.com/r/a/", "https://a.example:8080/?p=1#c",
    ]

    static func run(_ input: FuzzInput) {
        let (field, page) = input.halves
        let links = page.isEmpty ? [] : [String(decoding: field, as: UTF8.self)]
        let address = input.choice(of: addresses)
        let feeds = FeedDiscovery.feeds(in: page.isEmpty ? field : page, at: address, links: links)
        require(feeds.count <= 50, "at most 50 feeds are found")
        require(Set(feeds.map(\.url)).count == feeds.count, "each feed is found once")
        for feed in feeds {
            require(
                feed.url.lowercased().hasPrefix("http://") || feed.url.lowercased().hasPrefix("https://"),
                "addresses are of the web: \(feed.url)")
        }
        let firstComments = feeds.firstIndex(where: \.isOfComments) ?? feeds.count
        require(feeds[firstComments...].allSatisfy(\.isOfComments), "content comes before comments")
    }
}

public import Records

/// Names of sources for the feeds of a list: readable, and the same for the same list.
public struct FeedNames: Sendable {
    private var taken: Set<String>

    /// Creates names that differ from those of existing sources.
    public init(except taken: some Sequence<String>) { self.taken = Set(taken) }

    /// Returns a new name for a feed: the one in the list, or that of its title, of its title and host, or of
    /// its host; with a number if all of them are taken.
    public mutating func name(of feed: FeedList.Feed) -> SourceName {
        let host = FeedNames.host(of: feed.url)
        let title = feed.title.flatMap(Slug.of)
        let stated = feed.name.flatMap { SourceName($0) }.flatMap { $0.instance == nil ? $0.text : nil }
        let choices = [
            stated, title, title.map { Slug.of("\($0) \(host)") ?? host }, title == nil ? host : nil,
        ]
        for choice in choices.compactMap({ $0 }) {
            if let name = SourceName(choice), taken.insert(choice).inserted { return name }
        }
        let base = title ?? host
        var number = 2
        while true {
            let text = "\(base)-\(number)"
            if let name = SourceName(text), taken.insert(text).inserted { return name }
            number += 1
        }
    }

    private static func host(of url: String) -> String {
        let start = url.firstRange(ofText: "://")?.upperBound ?? url.startIndex
        let host = url[start...].prefix { !"/?#:".contains($0) }
        return Slug.of(host.hasPrefix("www.") ? String(host.dropFirst(4)) : String(host)) ?? "feed"
    }
}

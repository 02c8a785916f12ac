import AlmanacValues
import FeedLists
import Records

extension Command {
    /// Prints feeds as a list for other readers.
    static let export = Command(
        "export", operands: "[SOURCE]...", count: 0...1000,
        summary: "Print the feeds as OPML, for other feed readers and for import",
        details: [
            "SOURCE is a pattern, as of watch; without one, all feeds are printed. Folder= and tags become "
                + "folders. Credentials are not part of the list."
        ]
    ) { invocation throws(CommandError) in
        let sources = try Daemon(invocation).sources(invocation.operands)
        let feeds = sources.filter { $0.kind == "feed" }.compactMap { feed($0) }
        Terminal.write(FeedList.opml(feeds, title: "Feeds of almanac"))
        return .success
    }

    private static func feed(_ source: Source) -> FeedList.Feed? {
        guard let url = source.origin, url.hasPrefix("http://") || url.hasPrefix("https://") else {
            return nil
        }
        let value = source.options?["Source"]?["Folder"]
        let folders = (value?.array ?? value.map { [$0] } ?? []).compactMap(\.string)
        return FeedList.Feed(
            url: url, title: source.title, tags: source.tags,
            folders: folders.map(FeedList.path(ofSetting:)).filter { !$0.isEmpty }, name: source.name)
    }
}

import AlmanacValues
import FeedLists
import Programs
import Records

extension Command {
    /// Prints feeds as a list for other readers, or writes all records to a file for other tools.
    static let export = Command(
        "export", operands: "[SOURCE]...", count: 0...1000,
        summary: "Print feeds as OPML, or write all records to a SQLite file",
        details: [
            "SOURCE is a pattern, as of watch; without one, all feeds are printed. Folder= and tags become "
                + "folders. Credentials are not part of the list.",
            "With --sqlite, the records and changes of the sources are written to FILE, for datasette, DuckDB "
                + "and other tools: a table for each source, one for its history, and _sources, which says how "
                + "old each is and what is unknown; such as: almanac export --sqlite almanac.db \"metar@*\". "
                + "The exit status is 4 if something may be missing or out of date.",
        ],
        options: [
            Option(
                "sqlite", value: "FILE",
                summary: "write records and history to this file; an earlier export is replaced"),
            Option(
                "since", value: "MOMENT",
                summary: "earliest time of the history, such as yesterday, 2h, 2026-11-03"),
            Option("force", summary: "replace a file that is not an earlier export"),
        ]
    ) { invocation throws(CommandError) in
        if let path = invocation["sqlite"] { return try write(to: path, invocation) }
        if let option = ["since", "force"].first(where: { invocation.has($0) }) {
            throw .usage("--\(option) needs --sqlite", see: "export")
        }
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

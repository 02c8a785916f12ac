import Records
import TestServer
import Testing

@Suite(.serialized) struct FeedTests {
    private let folder = Folder()

    private func feed(_ entries: String, _ more: String = "") -> HTTPServer.Act {
        let items = entries.map { "<item><guid>\($0)</guid><title>\($0)</title></item>" }.joined()
        return .good("<rss version='2.0'><channel><title>T</title>\(more)\(items)</channel></rss>")
    }

    @Test func `entries that leave the document stay, as many as Keep= says`() throws {
        let web = try WebHouse("Kind=feed\nKeep=2\n", in: folder, feed("abc"))
        #expect(try web.ask(feed("cd"))["health"] == "fresh")
        #expect(try web.keys == ["a", "b", "c", "d"])
        let heard = try web.house.subscribe(["snapshot": false])
        try web.house.turn(until: { heard.has("ready") })
        _ = try web.ask(feed("e"))
        #expect(try web.keys == ["c", "d", "e"])
        try web.house.turn(until: { heard.records.count == 3 })
        #expect(heard.records == ["removed a", "removed b", "added e"])
        web.house.end()
    }

    @Test func `entries that are in the document stay, however few may be kept`() throws {
        let web = try WebHouse("Kind=feed\nKeep=none\n", in: folder, feed("abc"))
        _ = try web.ask(feed("abc"))
        #expect(try web.keys == ["a", "b", "c"])
        _ = try web.ask(feed("ab"))
        #expect(try web.keys == ["a", "b"])
        web.house.end()
    }

    @Test func `a feed is not asked before it wants to be`() throws {
        let web = try WebHouse("Kind=feed\nRefresh=10min\n", in: folder, feed("a", "<ttl>120</ttl>"))
        let runtime = try web.runtime
        let wait = (runtime["nextUSec"]?.int ?? 0) - (runtime["fetchedUSec"]?.int ?? 0)
        #expect(wait >= 7_200_000_000 && wait < 7_300_000_000)
        let answer = try web.house.call("Refresh")
        #expect(answer["skipped"] == ["web"])
        web.house.end()
    }

    @Test func `a feed is not asked in hours in which it wants not to be`() throws {
        let hours = (0..<24).filter { $0 != 12 }.map { "<hour>\($0)</hour>" }.joined()
        let quiet = feed("a", "<skipHours>\(hours)</skipHours>")
        let web = try WebHouse("Kind=feed\nRefresh=10min\n", in: folder, quiet)
        let next = UTC(microseconds: Int64(try web.runtime["nextUSec"]?.int ?? 0))
        #expect(next.fields.hour == 12)
        web.house.end()
    }
}

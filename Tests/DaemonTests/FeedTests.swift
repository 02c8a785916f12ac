import Records
import TestServer
import Testing

@Suite(.serialized) struct FeedTests {
    private let folder = Folder()

    private func feed(_ entries: String, _ more: String = "") -> HTTPServer.Act {
        let items = entries.map { "<item><guid>\($0)</guid><title>\($0)</title></item>" }.joined()
        return .good("<rss version='2.0'><channel><title>T</title>\(more)\(items)</channel></rss>")
    }

    @Test func `entries that leave the document are retained, as many as RetentionPolicy= says`() throws {
        let web = try WebFixture("Kind=feed\nKeep=2\n", in: folder, feed("abc"))
        #expect(try web.ask(feed("cd"))["health"] == "fresh")
        #expect(try web.keys == ["a", "b", "c", "d"])
        let heard = try web.fixture.subscribe(["snapshot": false])
        try web.fixture.turn(until: { heard.has("ready") })
        _ = try web.ask(feed("e"))
        #expect(try web.keys == ["c", "d", "e"])
        try web.fixture.turn(until: { heard.records.count == 3 })
        #expect(heard.records == ["removed a", "removed b", "added e"])
        web.fixture.end()
    }

    @Test func `entries in the document are kept, however few may be retained`() throws {
        let web = try WebFixture("Kind=feed\nKeep=none\n", in: folder, feed("abc"))
        _ = try web.ask(feed("abc"))
        #expect(try web.keys == ["a", "b", "c"])
        _ = try web.ask(feed("ab"))
        #expect(try web.keys == ["a", "b"])
        web.fixture.end()
    }

    @Test func `a feed is not fetched before the time that it states`() throws {
        let web = try WebFixture("Kind=feed\nRefresh=10min\n", in: folder, feed("a", "<ttl>120</ttl>"))
        let runtime = try web.runtime
        let wait = (runtime["nextUSec"]?.int ?? 0) - (runtime["fetchedUSec"]?.int ?? 0)
        #expect(wait >= 7_200_000_000 && wait < 7_300_000_000)
        let answer = try web.fixture.call("Refresh")
        #expect(answer["skipped"] == ["web"])
        web.fixture.end()
    }

    @Test func `a feed is not fetched in the hours that it excludes`() throws {
        let hours = (0..<24).filter { $0 != 12 }.map { "<hour>\($0)</hour>" }.joined()
        let quiet = feed("a", "<skipHours>\(hours)</skipHours>")
        let web = try WebFixture("Kind=feed\nRefresh=10min\n", in: folder, quiet)
        let next = UTC(microseconds: Int64(try web.runtime["nextUSec"]?.int ?? 0))
        #expect(next.fields.hour == 12)
        web.fixture.end()
    }
}

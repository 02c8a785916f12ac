import Records
import TestDaemon
import Testing
import Varlink

/// The changes since a visitor looked, as a page, JSON and Atom.
@MainActor @Suite struct SincePageTests {
    private func site(cut: JSON? = nil, unknown: JSON? = nil) throws -> Website {
        let site = try Website()
        try site.daemon.answer(
            "ListSources",
            #"{"sources": [{"context": {"name": "towns", "kind": "table"}, "runtime": {"health": "fresh", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1}}]}"#
        )
        let changes: [JSON] = [
            [
                "event": "removed", "cursor": "a.3", "source": "gone", "key": "x", "title": "<b>Old</b>",
                "generation": 1, "realtimeUSec": 3_000_000, "reason": "upstream",
            ],
            [
                "event": "added", "cursor": "a.2", "source": "towns", "key": "1", "title": "Town",
                "generation": 1, "realtimeUSec": 2_000_000, "data": ["people": 5],
            ],
        ]
        site.daemon.on("GetChanges") { call in
            call.reply(
                .members([
                    "changes": .array(call.parameters["since"] == "a.3" ? [] : changes), "cursor": "a.3",
                    "cut": cut, "fromUSec": cut.map { _ in 1_000_000 }, "unknown": unknown,
                ]))
        }
        return site
    }

    private let html = ["Accept: text/html"]

    @Test func `the page groups changes by source, and marks them without scripts`() throws {
        let page = try site().answer("/since", headers: html)
        #expect(page.status == 200 && page.body.contains("no cursor yet, so the newest changes"))
        #expect(
            page.body.contains("&lt;b&gt;Old&lt;/b&gt;") && page.body.contains("(upstream)"))
        #expect(page.body.contains(#"href="/data/towns/1""#))
        #expect(page.body.contains(#"action="/since?after=a.3""#) && page.body.contains(#"method="post""#))
        #expect(page.body.contains(#"href="/api/changes.atom""#))
        #expect(page.body.contains(#"<a href="/since" aria-current="page">Since</a>"#))
    }

    @Test func `a mark is a cookie that leads to the changes after it`() throws {
        let site = try site()
        let mark = try site.answer("/since?after=a.3&units=metric", method: "POST")
        #expect(mark.status == 303 && mark.header("location") == "/since?after=a.3&units=metric")
        let cookie = try #require(mark.header("set-cookie"))
        #expect(cookie.hasPrefix("almanac-since=a.3; Path=/since;") && cookie.contains("SameSite=Lax"))
        let visit = try site.answer("/since?units=metric", headers: html + ["Cookie: x=1; almanac-since=a.3"])
        #expect(visit.status == 302 && visit.header("location") == "/since?after=a.3&units=metric")
        let rest = try site.answer("/since?after=a.3", headers: html)
        #expect(rest.body.contains("nothing changed in 1 source"))
        #expect(site.daemon.asked.last { $0.method == "GetChanges" }?.parameters["since"] == "a.3")
    }

    @Test func `a selection is marked in its address only`() throws {
        let mark = try site().answer("/since?sources=towns&after=a.3", method: "POST")
        #expect(mark.status == 303 && mark.header("set-cookie") == nil)
        #expect(mark.header("location") == "/since?sources=towns&after=a.3")
    }

    @Test func `other sites mark nothing, and what is no cursor is refused`() throws {
        let site = try site()
        let foreign = ["Origin: http://evil.example"]
        #expect(try site.answer("/since?after=a.3", method: "POST", headers: foreign).status == 403)
        #expect(try site.answer("/since?after=x", method: "POST").status == 400)
        #expect(try site.answer("/since?after=x", headers: html).status == 400)
        let hostile = try site.answer("/since", headers: html + ["Cookie: almanac-since=a.1%0d%0ax"])
        #expect(hostile.status == 200)
    }

    @Test func `a log that begins later is unknown, not unchanged`() throws {
        let page = try site(cut: true).answer("/since?after=a.3", headers: ["Accept: text/plain"])
        #expect(page.body.contains("log: it begins at 1970-01-01T00:00:01Z"))
        #expect(page.body.contains("no change of 1 source is known"))
    }

    @Test func `changes that the log has lost are missing among the newest, too`() throws {
        let lost: JSON = [["source": "towns", "reason": "log", "fromUSec": 2_000_000]]
        let page = try site(unknown: lost).answer("/since", headers: ["Accept: text/plain"])
        #expect(page.body.contains("towns: the log of changes reaches back to 1970-01-01T00:00:02Z"))
    }

    @Test func `the interface for programs has the changes of a selector after a cursor or a moment`() throws
    {
        let site = try site()
        let answer = try JSON(parsing: site.answer("/api/changes?source=towns&since=a.1").bodyBytes)
        #expect(answer["cursor"] == "a.3" && answer["changes"]?.array?.count == 2)
        let asked = site.daemon.asked.last { $0.method == "GetChanges" }?.parameters
        #expect(asked?["since"] == "a.1" && asked?["selector"]?["sources"] == ["towns"])
        _ = try site.answer("/api/changes?from=1970-01-02")
        let moment = site.daemon.asked.last { $0.method == "GetChanges" }?.parameters["sinceUSec"]
        #expect(moment == 86_400_000_000)
        #expect(try site.answer("/api/changes?since=x").status == 400)
        #expect(try site.answer("/api/changes?source=nosuch").status == 404)
    }

    @Test func `a feed of any selector is Atom, and unchanged it is not sent again`() throws {
        let site = try site()
        let feed = try site.answer("/api/changes.atom?sources=*")
        #expect(feed.header("content-type")?.hasPrefix("application/atom+xml") == true)
        #expect(feed.body.contains("<updated>1970-01-01T00:00:03Z</updated>"))
        #expect(feed.body.contains(#"href="/api/changes.atom?sources=%2A""#))
        #expect(feed.body.contains(#"<category term="gone">"#) && feed.body.contains("towns Town added"))
        #expect(feed.body.components(of: "<entry>") == 2)
        let tag = try #require(feed.header("etag"))
        let again = try site.answer("/api/changes.atom?sources=*", headers: ["If-None-Match: \(tag)"])
        #expect(again.status == 304)
    }
}

extension String {
    /// The number of times that a text occurs.
    fileprivate func components(of text: String) -> Int { split(separator: text).count - 1 }
}

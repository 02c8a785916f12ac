import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct CutListPageTests {
    private static let sources = """
        {"sources": [{"context": {"name": "towns", "kind": "table",
        "options": {"Record": {"Group": "county"}}}, "runtime":
        {"health": "fresh", "records": 461, "rejected": 0, "generation": 3}}]}
        """

    private static func record(_ number: Int) -> JSON {
        [
            "source": "towns", "key": .string("\(number)"), "title": .string("Town \(number)"),
            "generation": 1, "realtimeUSec": 1_000_000, "latitude": 51.5, "longitude": 0.5,
            "data": ["county": .string(number % 3 == 0 ? "Kent" : "Essex")],
        ]
    }

    /// A site whose daemon finds so many records, in pages, and counts them.
    private func site(_ total: Int) throws -> Website {
        let site = try Website()
        try site.daemon.answer("ListSources", CutListPageTests.sources)
        site.daemon.on("Search") { call in
            let limit = call.parameters["limit"]?.int ?? 20
            call.reply(
                .members([
                    "records": .array((0..<min(total, limit)).map(CutListPageTests.record)),
                    "total": call.parameters["count"] == true ? .int(total) : nil,
                ]))
        }
        site.daemon.on("GetSnapshot") { call in
            let first = Int((call.parameters["next"]?.string ?? "towns/0").dropFirst(6)) ?? 0
            let end = min(total, first + min(call.parameters["limit"]?.int ?? 500, 1000))
            call.reply(
                .members([
                    "cursor": "a.0", "records": .array((first..<end).map(CutListPageTests.record)),
                    "next": end < total ? .string("towns/\(end)") : nil,
                    "total": call.parameters["count"] == true ? .int(total) : nil,
                ]))
        }
        return site
    }

    private func json(_ client: WebClient) throws -> JSON { try JSON(parsing: client.bodyBytes) }

    @Test(arguments: [
        "/api/records?source=nope", "/api/sources?source=nope", "/api/search?q=x&source=nope",
        "/api/records?source=towns&source=nope", "/events?source=nope",
    ])
    func `an unknown source is no empty list`(target: String) throws {
        let answer = try site(3).answer(target)
        #expect(answer.status == 404 && answer.body == "There is no source nope.\n", "\(answer.body)")
    }

    @Test(arguments: [0, 3]) func `a list names the sources that do not exist`(total: Int) throws {
        let list = try json(site(total).answer("/api/records?sources=towns,nope,x*"))
        #expect(list["records"]?.array?.count == total)
        #expect(list["unknown"] == [["source": "nope", "reason": "there is no such source"]])
    }

    @Test func `the sources that may be meant are suggested`() throws {
        let site = try site(3)
        let text = "There is no source twons; did you mean towns?"
        #expect(try site.answer("/api/records?source=twons").body == text + "\n")
        for target in ["/data/twons", "/feed/twons.atom"] {
            let page = try site.answer(target)
            #expect(page.status == 404 && page.text.contains(text), "\(target)")
        }
        #expect(try site.answer("/twons").text.contains("at this address; did you mean towns?"))
        site.daemon.on("GetHistory") { call in
            call.fail("io.almanac.NoSuchSource", ["name": "twons", "similar": ["towns"]])
        }
        let history = try site.answer("/api/history?source=twons")
        #expect(history.status == 404 && history.body == text + "\n")
        #expect(try site.answer("/api/records?sources=x*").status == 200)
    }

    @Test func `answers for programs have the number of all results`() throws {
        let site = try site(4321)
        let search = try json(site.answer("/api/search?q=x"))
        #expect(search["records"]?.array?.count == 20 && search["total"] == 4321)
        let page = try json(site.answer("/api/records?source=towns"))
        #expect(page["records"]?.array?.count == 1000 && page["total"] == 4321)
        // Each page says what is missing, not only one that is the whole list.
        for rest in ["", "&next=towns/1000", "&next=towns/4000"] {
            let list = try json(site.answer("/api/records?sources=towns,nope\(rest)"))
            #expect(list["unknown"] == [["source": "nope", "reason": "there is no such source"]])
        }
        let next = try json(site.answer("/api/records?source=towns&next=towns/4000"))
        #expect(next["records"]?.array?.count == 321 && next["total"] == nil && next["next"] == nil)
        let refused = try site.answer("/api/search?q=x&limit=1001")
        #expect(refused.status == 400 && refused.body == "limit=1001 is above 1000, the most of one answer\n")
    }

    @Test(arguments: ["csv", "geojson"])
    func `a table that is cut says how many records there are, and leads to the others`(
        format: String
    ) throws {
        let site = try site(4321)
        let table = try site.answer("/api/records?source=towns&format=\(format)&limit=4300")
        #expect(table.header("X-Total-Count") == "4321")
        let link = try #require(table.header("Link"))
        let next = "/api/records?source=towns&format=\(format)&limit=4300&next=towns%2F4300"
        #expect(link == "<\(next)>; rel=\"next\"")
        let rest = try site.answer(next)
        #expect(rest.text.contains("Town 4320") || rest.text.contains("4320"))
        #expect(rest.header("Link") == nil && rest.header("X-Total-Count") == nil)
    }

    @Test func `a page of matches says how many there are`() throws {
        #expect(try site(461).answer("/search?q=x").text.contains("100 of 461 records"))
        #expect(try !site(100).answer("/search?q=x").text.contains(" of 100"))
        let matches = try site(4321).answer("/data/towns?q=x").text
        #expect(matches.contains("1 to 200 of the best 1000 of 4321 matches"))
        let text = try site(461).answer("/search?q=x&T", headers: ["Accept: text/plain"])
        #expect(text.body.hasSuffix("100 of 461 records; more words find fewer\n"))
    }

    @Test(arguments: [(500, false), (501, true)])
    func `the start page says that it has only the first records`(total: Int, isCut: Bool) throws {
        let words = "the first 500 records of weather and feeds, perhaps not all"
        #expect(try site(total).answer("/").text.contains(words) == isCut)
        let text = try site(total).answer("/?T", headers: ["Accept: text/plain"]).body
        #expect(text.replacing("\n", with: " ").contains(words) == isCut)
    }

    @Test func `a map without all records says so`() throws {
        #expect(try !site(3).answer("/map").text.contains("not on the map"))
        let site = try site(3)
        let many = CutListPageTests.sources.replacing("\"records\": 461", with: "\"records\": 34567")
        try site.daemon.answer("ListSources", many)
        let page = try site.answer("/map").text
        #expect(page.contains("20,000 of 34,567 records; the others are not on the map"))
    }

    @Test func `headings of groups count the whole table`() throws {
        let page = try site(461).answer("/data/towns?count=6").text
        #expect(page.contains("1 to 6 of 461 records"))
        #expect(page.contains("Essex<small> 4 of 307 records</small>"))
        #expect(page.contains("Kent<small> 2 of 154 records</small>"))
        let all = try site(12).answer("/data/towns").text
        #expect(all.contains("Kent<small> 4 records</small>"))
    }
}

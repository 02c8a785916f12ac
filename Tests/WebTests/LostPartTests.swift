import AlmanacClient
import Records
import TestDaemon
import Testing
import Varlink

/// Pages of which a part is missing, and answers that are not all that was asked for.
@MainActor @Suite struct LostPartTests {
    private let site: Website

    init() throws { site = try LostPartTests.site() }

    /// A site with a table and a feed, of which so many parts could not be read.
    private static func site(rejected: Int = 0, health: String = "fresh") throws -> Website {
        let site = try Website()
        let runtime: JSON = [
            "health": .string(health), "records": 1, "rejected": .int(rejected), "generation": 1,
            "fetchedUSec": 1,
        ]
        let sources = [("news", "feed"), ("towns", "table")].map { name, kind -> JSON in
            ["context": ["name": .string(name), "kind": .string(kind)], "runtime": runtime]
        }
        site.daemon.on("ListSources") { call in
            let globs = call.parameters["selector"]?["sources"]?.array?.compactMap(\.string) ?? ["*"]
            let found = sources.filter { source in
                globs.contains { Glob($0).matches(source["context"]?["name"]?.string ?? "") }
            }
            call.reply(["sources": .array(found)])
        }
        site.daemon.on("DescribeSource") { $0.reply(["source": sources[1], "schema": [:]]) }
        let record: JSON = [
            "source": "towns", "key": "1", "title": "Town", "generation": 1, "realtimeUSec": 1, "data": [:],
        ]
        site.daemon.on("GetSnapshot") { $0.reply(["cursor": "a.0", "records": [record]]) }
        return site
    }

    private func body(_ target: String) throws -> String { try site.answer(target).body }

    @Test func `the news say which feeds have parts that could not be read`() throws {
        #expect(try !body("/news").contains("unknown"))
        let site = try LostPartTests.site(rejected: 2)
        let gap = ": news: 2 parts could not be read"
        #expect(try site.answer("/news").body.contains(gap))
        #expect(try site.answer("/news", headers: ["Accept: text/plain"]).body.contains(gap))
    }

    @Test(arguments: [0, 2])
    func `a record that is missing may be a part that could not be read`(rejected: Int) throws {
        let site = try LostPartTests.site(rejected: rejected)
        try site.daemon.answer("GetSnapshot", #"{"cursor": "a.0", "records": []}"#)
        let page = try site.answer("/data/towns/2", headers: ["Accept: text/plain"])
        #expect(page.status == 404)
        let known = "There is no record 2 in towns."
        let part = "There is no record 2 in what is known of towns: 2 parts could not be read"
        #expect(page.body.contains(rejected == 0 ? known : part))
    }

    @Test func `a search that finds nothing says what is unknown`() throws {
        try site.daemon.answer("Search", #"{"records": []}"#)
        let whole = try body("/search?q=kent")
        #expect(whole.contains("No record contains these words.") && !whole.contains("unknown"))
        let site = try LostPartTests.site(rejected: 2)
        try site.daemon.answer("Search", #"{"records": []}"#)
        let page = try site.answer("/search?q=kent").body
        #expect(page.contains("No known record contains these words."))
        #expect(page.contains(": news: 2 parts could not be read"))
    }

    @Test func `a search says that not all records are indexed`() throws {
        try site.daemon.answer("Search", #"{"records": [], "partial": true}"#)
        let reason = "not all records are indexed yet"
        #expect(try body("/search?q=kent").contains("search: \(reason)"))
        #expect(try body("/data/towns?q=kent").contains("perhaps not all"))
        let json = try JSON(parsing: Array(body("/api/search?q=kent").utf8))
        #expect(json["unknown"]?.array == [["source": "search", "reason": .string(reason)]])
    }

    @Test func `a history that cannot be read is not an empty one`() throws {
        try site.daemon.answer("GetRejects", #"{"rejects": []}"#)
        for target in ["/data/towns/1", "/sources/towns"] {
            #expect(try !body(target).contains("could not be"), "\(target)")
        }
        let odd: JSON = ["event": "renamed", "cursor": "a.1"]
        site.daemon.on("GetHistory") { $0.reply(["records": [], "changes": [odd]]) }
        for target in ["/data/towns/1?units=metric", "/sources/towns?units=metric"] {
            #expect(try body(target).contains("the history: 1 change could not be read"), "\(target)")
        }
        let api = try site.answer("/api/history?source=towns")
        #expect(try JSON(parsing: api.bodyBytes)["unread"] == 1)
        for target in ["/api/history?source=towns&format=csv", "/feed/towns.atom"] {
            let state = try site.answer(target).header("almanac-state")
            #expect(state?.contains("1 change could not be read") == true, "\(target)")
        }
        site.daemon.on("GetHistory") { $0.fail("io.almanac.TooManyCalls", ["limit": 1]) }
        site.daemon.on("GetRejects") { $0.fail("io.almanac.TooManyCalls", ["limit": 1]) }
        let record = try body("/data/towns/1?units=imperial")
        #expect(record.contains("the history: could not be loaded: "), "\(record)")
        let source = try body("/sources/towns?units=imperial")
        #expect(source.contains("the rejects: could not be loaded: "), "\(source)")
    }

    @Test(arguments: [("/data/towns/1", "History"), ("/sources/towns", "Newest changes")])
    func `a history says that earlier changes are missing`(target: String, heading: String) throws {
        try site.daemon.answer("GetRejects", #"{"rejects": []}"#)
        let note = "changes, perhaps not all; "
        #expect(try !body(target).contains(note))
        site.daemon.on("GetHistory") { $0.reply(["records": [], "changes": [], "cut": true]) }
        let cut = try body(target + "?units=metric")
        #expect(cut.contains("<h2>\(heading)</h2>"), "\(cut)")
        #expect(cut.contains(note + "the log no longer has earlier ones"), "\(cut)")
        site.daemon.on("GetHistory") { $0.reply(["records": [], "changes": [], "next": "towns/1/9"]) }
        let long = try body(target + "?units=imperial")
        #expect(long.contains(note + "almanac history has the others"), "\(long)")
    }

    @Test func `changes that the log has lost are missing among the newest`() throws {
        let lost: JSON = ["source": "towns", "reason": "log", "fromUSec": 2_000_000]
        site.daemon.on("GetChanges") {
            $0.reply(["changes": [["event": "added"]], "cursor": "a.3", "unknown": [lost]])
        }
        for target in ["/", "/history"] {
            let page = try body(target)
            #expect(page.contains("towns: the log of changes reaches back to"), "\(page)")
            #expect(page.contains("log: 1 change could not be read"))
        }
        #expect(!site.daemon.asked.contains { $0.method == "GetHistory" })
        let state = try site.answer("/api/changes.atom").header("almanac-state")
        #expect(state?.contains("towns: the log of changes reaches back to") == true)
        #expect(state?.contains("log: 1 change could not be read") == true)
    }

    @Test func `a source whose state cannot be read is not said to be missing`() throws {
        site.daemon.on("DescribeSource") {
            $0.reply(["source": ["context": ["name": "towns"]], "schema": [:]])
        }
        #expect(try site.answer("/sources/towns").status == 503)
    }

    @Test(arguments: ["csv", "geojson"])
    func `an empty table says that its sources may have records`(format: String) throws {
        let target = "/api/records?kinds=feed&format=\(format)"
        for rejected in [0, 2] {
            let site = try LostPartTests.site(rejected: rejected)
            site.daemon.on("GetSnapshot") { $0.reply(["cursor": "a.0", "records": []]) }
            let table = try site.answer(target)
            let isKnown = table.header("almanac-state")?.contains("news: 2 parts could not be read") ?? false
            #expect(table.status == 200 && isKnown == (rejected > 0))
        }
    }

    @Test func `records of sources that are not current are said to be old in every format`() throws {
        let site = try LostPartTests.site(health: "stale")
        let record = #"{"source": "towns", "key": "1", "generation": 1, "realtimeUSec": 1, "data": {}}"#
        try site.daemon.answer("Search", #"{"records": [\#(record)]}"#)
        for target in ["/api/records", "/api/records?source=towns", "/api/search?q=x"] {
            let answer = try JSON(parsing: site.answer(target).bodyBytes)
            let unknown = answer["unknown"]?.array ?? []
            #expect(answer["records"]?.array?.count == 1)
            #expect(unknown.map { $0["source"] } == ["towns"], "\(target)")
            #expect(unknown.first?["reason"]?.string?.hasPrefix("stale, data from 1970-01-01") == true)
        }
        for format in ["csv", "geojson"] {
            let table = try site.answer("/api/records?source=towns&format=\(format)")
            #expect(table.header("almanac-state")?.contains("towns: stale, data from") == true)
        }
        #expect(try JSON(parsing: self.site.answer("/api/records").bodyBytes)["unknown"] == nil)
    }

    @Test func `a list of records names the parts that could not be read, in every format`() throws {
        let site = try LostPartTests.site(rejected: 2)
        let reason = "towns: 2 parts could not be read"
        let list = try JSON(parsing: site.answer("/api/records?source=towns").bodyBytes)
        #expect(list["unknown"]?.array?.map { $0["source"] } == ["towns"])
        for format in ["csv", "geojson"] {
            let table = try site.answer("/api/records?source=towns&format=\(format)")
            #expect(table.header("almanac-state")?.contains(reason) == true)
        }
        // A record that was asked for is whole.
        let one = try JSON(parsing: site.answer("/api/records?source=towns&keys=1").bodyBytes)
        #expect(one["records"]?.array?.count == 1 && one["unknown"] == nil)
    }

    @Test func `a search without a result says that sources may have records`() throws {
        #expect(try JSON(parsing: site.answer("/api/search?q=x").bodyBytes)["unknown"] == nil)
        let search = try LostPartTests.site(rejected: 2).answer("/api/search?q=x")
        let unknown = try JSON(parsing: search.bodyBytes)["unknown"]
        #expect(unknown?.array?.first?["source"] == "news", "\(search.body)")
    }

    @Test(arguments: ["/feed/news.atom", "/api/changes.atom"])
    func `a feed says that parts of its source could not be read`(target: String) throws {
        let whole = try site.answer(target)
        #expect(whole.status == 200 && whole.header("almanac-state") == nil)
        let state = try LostPartTests.site(rejected: 2).answer(target).header("almanac-state")
        #expect(state?.contains("news: 2 parts could not be read") == true)
    }

    @Test(arguments: ["/api/changes?limit=1001", "/api/history?source=towns&limit=1001"])
    func `a page of JSON above the most of one answer is refused`(target: String) throws {
        let refused = try site.answer(target)
        #expect(refused.status == 400 && refused.body == "limit=1001 is above 1000, the most of one answer\n")
        #expect(try site.answer(String(target.dropLast()) + "0").status == 200)
    }

    @Test(arguments: ["/nosuch/page", "/data/nosuch", "/since?after=x", "/data/towns/2"])
    func `a page about an error keeps the choices of its visitor`(target: String) throws {
        site.daemon.on("GetSnapshot") { $0.reply(["cursor": "a.0", "records": []]) }
        let mark = target.contains("?") ? "&" : "?"
        let page = try site.answer(target + mark + "units=imperial&pin=KPWM")
        #expect(
            page.status >= 400 && page.body.contains(#"href="/map?units=imperial&amp;pin=KPWM""#),
            "\(page.body)")
    }

    @Test func `pins beyond those that are kept are named`() throws {
        let pins = (10..<40).map { "KP\($0)" }.joined(separator: ",")
        let page = try body("/?pin=\(pins)")
        #expect(page.contains("Not pinned: KP34, KP35, KP36, KP37, KP38 and 1 more."), "\(page)")
        #expect(try body("/?pin=KPWM,toolongname").contains("Not pinned: TOOLONGNAME."))
    }

    @Test func `without a cursor and without a change, nothing is said to be unchanged`() throws {
        let page = try body("/since")
        #expect(page.contains("no change of 2 sources is known") && page.contains("Mark as read"))
        #expect(try body("/since?after=a.0").contains("nothing changed in 2 sources"))
    }
}

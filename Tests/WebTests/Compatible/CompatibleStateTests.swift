import Records
import TestDaemon
import Testing
import Varlink

/// The state of answers in the form of another service when not everything is known: never an empty list for
/// something unknown.
@MainActor @Suite struct CompatibleStateTests {
    private let report = "27010KT 10SM CLR 05/M03 A3001"

    private func site(_ sources: [CompatibleSite.Source], minutes: Int? = 20) throws -> CompatibleSite {
        let site = try CompatibleSite(sources)
        if let minutes { try site.report("KPWM", report, minutes: minutes, to: sources[0].name) }
        return site
    }

    @Test func `a current answer expires when its source is asked again`() throws {
        let address = "https://example.org/api/data/metar?ids=KPWM&format=raw"
        let site = try site([.init(name: "metar@KPWM", origin: address, next: 240)])
        let answer = try site.answer("/api/data/metar?ids=KPWM")
        let expires = try #require(answer.header("Expires").flatMap { UTC(httpDate: $0) })
        #expect(abs(expires.seconds - site.now.seconds - 240) <= 5)
        #expect(answer.header("Cache-Control") == "public")
        let modified = try #require(answer.header("Last-Modified").flatMap { UTC(httpDate: $0) })
        #expect(abs(site.now.seconds - modified.seconds - 60) <= 5)
        #expect(answer.header("ETag") != nil)
        #expect(answer.header("Age") == nil && answer.header("Almanac-State") == nil)
    }

    @Test func `a file can change at any moment`() throws {
        let site = try site([.init(name: "metar@KPWM", origin: "/srv/metar.txt", next: 5400)])
        let answer = try site.answer("/api/data/metar?ids=KPWM")
        let expires = try #require(answer.header("Expires").flatMap { UTC(httpDate: $0) })
        #expect(expires.seconds <= site.now.seconds)
        #expect(answer.header("Cache-Control") == "no-cache")
    }

    @Test func `validators save the transfer`() throws {
        let site = try site([.init(name: "metar@KPWM")])
        let first = try site.answer("/api/data/metar?ids=KPWM")
        let tag = try #require(first.header("ETag"))
        let date = try #require(first.header("Last-Modified"))
        let target = "/api/data/metar?ids=KPWM"
        #expect(try site.answer(target, headers: ["If-None-Match: \(tag)"]).status == 304)
        #expect(try site.answer(target, headers: ["If-Modified-Since: \(date)"]).status == 304)
        let earlier = UTC(seconds: site.now.seconds - 3600).httpDate
        #expect(try site.answer(target, headers: ["If-Modified-Since: \(earlier)"]).status == 200)
        // Source: RFC 9110, 13.1.3.
        let both = ["If-None-Match: \"other\"", "If-Modified-Since: \(date)"]
        #expect(try site.answer(target, headers: both).status == 200)
    }

    @Test(arguments: [("stale", "stale"), ("failing", "failing"), ("paused", "paused")])
    func `data of an earlier answer say their age`(health: String, standing: String) throws {
        let site = try site(
            [.init(name: "metar@KPWM", health: health, standing: standing, age: 7200)], minutes: 130)
        let answer = try site.answer("/api/data/metar?ids=KPWM")
        #expect(answer.status == 200 && answer.body.contains("27010KT"))
        let age = try #require(answer.header("Age").flatMap { Int($0) })
        #expect((7195...7300).contains(age))
        let since = (site.now - .seconds(age)).description
        #expect(answer.header("Almanac-State")?.hasPrefix("stale; since=\(since.prefix(13))") == true)
        #expect(answer.header("Cache-Control") == "no-cache")
    }

    @Test func `an age that nobody knows is not stated`() throws {
        let site = try site([.init(name: "metar@KPWM", health: "stale", standing: "stale", age: nil)])
        let answer = try site.answer("/api/data/metar?ids=KPWM")
        #expect(answer.status == 200 && answer.header("Almanac-State") == "stale")
        #expect(answer.header("Age") == nil)
    }

    @Test func `a station that a current source has, too, is current`() throws {
        let site = try site([
            .init(name: "metar@KPWM"),
            .init(name: "world", health: "failing", standing: "failing", age: 9000),
        ])
        try site.report("KPWM", "26001KT 10SM CLR 05/M03 A3001", minutes: 200, to: "world")
        #expect(try site.answer("/api/data/metar?ids=KPWM").header("Almanac-State") == nil)
    }

    @Test(arguments: [("empty", "waiting"), ("failing", "failing")], ["raw", "json", "geojson", "xml"])
    func `without any answer, nothing is known`(state: (String, String), format: String) throws {
        let source = CompatibleSite.Source(
            name: "metar@KPWM", health: state.0, standing: state.1, age: nil, next: 30)
        let site = try site([source], minutes: nil)
        for query in ["ids=KPWM", "bbox=40,-75,45,-65", "ids=@ME"] {
            let answer = try site.answer("/api/data/metar?\(query)&format=\(format)")
            #expect(answer.status == 503, "\(query)")
            #expect(answer.header("Retry-After").flatMap { Int($0) }.map { (5...30).contains($0) } == true)
            #expect(answer.body.contains("metar@KPWM"))
            #expect(answer.header("Cache-Control") == "no-store")
        }
    }

    @Test func `a station that current sources do not have has no report`() throws {
        let site = try site([.init(name: "world")])
        let answer = try site.answer("/api/data/metar?ids=KBFL&format=json")
        #expect(answer.status == 204 && answer.body.isEmpty)
    }

    @Test func `an old report of a current source is none, as at the service`() throws {
        let site = try site([.init(name: "metar@KPWM")], minutes: 120)
        #expect(try site.answer("/api/data/metar?ids=KPWM").status == 204)
        #expect(try site.answer("/api/data/metar?ids=KPWM&hours=3").status == 200)
    }

    @Test func `a report that could not be read may be that of the station`() throws {
        let site = try site([.init(name: "world", rejected: 1)])
        try site.site.daemon.answer(
            "GetRejects", #"{"rejects": [{"found": "METAR KBFL 29", "reason": "too short"}]}"#)
        #expect(try site.answer("/api/data/metar?ids=KBFL").status == 503)
        #expect(try site.answer("/api/data/metar?ids=KSTS").status == 204)
        #expect(try site.answer("/api/data/metar?ids=KPWM").status == 200)
    }

    @Test func `reports that could not be read and are not listed may be of any station`() throws {
        let site = try site([.init(name: "world", rejected: 3)])
        #expect(try site.answer("/api/data/metar?ids=KSTS").status == 503)
    }

    @Test func `a station without a source is not an empty list`() throws {
        let site = try site([.init(name: "metar@KPWM")])
        let answer = try site.answer("/api/data/metar?ids=KBFL&format=json")
        #expect(answer.status == 404)
        #expect(answer.body.contains("almanac enable metar@KBFL"))
        let json = try JSON(parsing: answer.bodyBytes)
        #expect(json["status"] == "error")
    }

    @Test func `a station that is missing among others is named`() throws {
        let site = try site([.init(name: "metar@KPWM")])
        let answer = try site.answer("/api/data/metar?ids=KPWM,KBFL")
        #expect(answer.status == 200)
        #expect(answer.header("Almanac-State") == "incomplete; missing=\"KBFL: no source\"")
    }

    @Test func `without a source for areas, the stations of a box may not be all`() throws {
        let site = try site([.init(name: "metar@KPWM")])
        let answer = try site.answer("/api/data/metar?bbox=40,-75,45,-65")
        #expect(answer.status == 200)
        #expect(answer.header("Almanac-State")?.hasPrefix("incomplete") == true)
        #expect(try site.answer("/api/data/metar?bbox=-40,-75,-30,-65").status == 503)
    }

    @Test func `the stations of a source are those of its address or name`() throws {
        let address = "https://example.org/api/data/metar?ids=KPWM%2CKSTS&format=raw"
        let site = try site([.init(name: "coast", origin: address)])
        #expect(try site.answer("/api/data/metar?ids=KSTS").status == 204)
        #expect(try site.answer("/api/data/metar?ids=KBFL").status == 404)
    }

    @Test func `without the daemon, nothing is known`() throws {
        let site = try site([.init(name: "metar@KPWM")])
        site.site.daemon.stop()
        let answer = try site.answer("/api/data/metar?ids=KPWM")
        #expect(answer.status == 503 && answer.header("Retry-After") != nil)
    }

    @Test(arguments: [
        ("metar", 400), ("metar?ids=", 400), ("metar?ids=KPWM;x", 400), ("metar?bbox=1,2,3", 400),
        ("metar?bbox=91,0,92,1", 400), ("metar?ids=KPWM&hours=x", 400), ("metar?ids=KPWM&hours=-1", 400),
        ("metar?ids=KPWM&hours=nan", 400), ("metar?ids=KPWM&format=csv", 400),
        ("metar?ids=KPWM&format=iwxxm", 501),
        ("metar?ids=KPWM&date=20260101_0000", 501), ("metar?ids=KPWM&taf=true", 501), ("windtemp", 501),
        ("unheard", 404),
    ])
    func `what cannot be answered is refused`(target: String, status: Int) throws {
        let answer = try site([.init(name: "metar@KPWM")]).answer("/api/data/\(target)")
        #expect(answer.status == status)
        #expect(!answer.body.isEmpty)
    }

    @Test func `a change is in the next answer`() throws {
        let site = try site([.init(name: "metar@KPWM")])
        try site.site.follow()
        #expect(try site.answer("/api/data/metar?ids=KPWM").body.contains("27010KT"))
        let asked = site.site.snapshots
        #expect(try site.answer("/api/data/metar?ids=KPWM").body.contains("27010KT"))
        #expect(site.site.snapshots == asked, "the answer was kept")
        site.keep([])
        try site.report("KPWM", "31004KT 10SM CLR 05/M03 A3001", minutes: 1, to: "metar@KPWM")
        try site.site.changeAndWait(source: "metar@KPWM", key: "KPWM")
        #expect(try site.answer("/api/data/metar?ids=KPWM").body.contains("31004KT"))
    }

    @Test(arguments: [(5 * 3600, true), (600, false)])
    func `earlier reports are all only if the log begins before them`(age: Int, isWhole: Bool) throws {
        let site = try site([.init(name: "metar@KPWM")])
        let kept = site.records
        let text = "METAR KPWM \(site.time(minutes: 80)) 25005KT 10SM CLR 04/M03 A3003\n"
        try site.add(Array(text.utf8), to: "metar@KPWM", age: age)
        let all = site.records
        site.keep(kept)
        site.site.daemon.on("GetHistory") { $0.reply(["records": .array(all)]) }
        let answer = try site.answer("/api/data/metar?ids=KPWM&hours=3")
        #expect(answer.status == 200 && answer.body.split(separator: "\n").count == 2)
        #expect((answer.header("Almanac-State") == nil) == isWhole)
    }
}

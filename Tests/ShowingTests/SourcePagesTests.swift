import AlmanacValues
import Records
import Showing
import Testing

@Suite struct SourcePagesTests {
    @Test func `the list shows current attempts, failures and reasons`() throws {
        try Golden.check(SourceList(Samples.all), "list")
        try Golden.check(SourceList(Samples.all), "list-color", colored: true)
    }

    @Test func `an empty list explains how to add a source`() throws {
        try Golden.check(SourceList([]), "list-empty")
    }

    @Test func `the page of a failing source shows the reason, its start and the next attempt`() throws {
        try Golden.check(SourcePage(Samples.schools), "source-failing")
    }

    @Test func `the page of a source with several addresses shows what is known of each`() {
        let source = Samples.source(
            #"{"name": "s", "kind": "metar", "url": "https://a.test/"}"#,
            """
            {"health": "fresh", "records": 1, "fetchedUSec": \(Samples.at(8, 0)), "addresses": [
             {"url": "https://a.test/", "inUse": false, "failure": "no answer", "untilUSec": \(Samples.at(9, 0))},
             {"url": "https://b.test/", "inUse": true, "answeredUSec": \(Samples.at(8, 0))},
             {"url": "https://c.test/", "inUse": false}]}
            """)
        let lines = SourcePage(source).lines(on: Paper(width: 120, now: Golden.now)).map(\.plain)
        let shown = lines.filter { $0.contains(".test/") }
        #expect(shown.count == 3)
        #expect(shown[0].contains("https://a.test/, rests until 09:00") && shown[0].hasSuffix(": no answer"))
        #expect(shown[1].hasSuffix("https://b.test/, in use"))
        #expect(shown[2].hasSuffix("https://c.test/, not asked yet"))
    }

    @Test func `the page of a source says what brokers have hinted`() {
        let source = Samples.source(
            #"{"name": "s", "kind": "metar", "url": "https://a.test/"}"#,
            """
            {"health": "fresh", "records": 1, "fetchedUSec": \(Samples.at(8, 0)), "hints": {"brokers": [
             {"url": "mqtts://a.test:8883/x/#", "connectedUSec": \(Samples.at(8, 0))},
             {"url": "mqtts://b.test:8883/x/#", "failure": "no answer"}, {"url": "mqtts://c.test:8883/x/#"}, {},
             {"url": "mqtts://d.test:8883/x/#", "failure": "no answer", "lostUSec": \(Samples.at(8, 0))}],
             "received": 1, "requests": 12000, "useful": 3, "delivered": 2}}
            """)
        let lines = SourcePage(source).lines(on: Paper(width: 120, now: Golden.now)).map(\.plain)
        let counts = "1 message, 12,000 requests, 3 with news, 2 documents without a request"
        #expect(lines.contains { $0.hasSuffix(counts) })
        #expect(lines.contains { $0.contains("mqtts://a.test:8883/x/#, since 08:00") })
        #expect(lines.contains { $0.hasSuffix("mqtts://b.test:8883/x/#, lost: no answer") })
        #expect(lines.contains { $0.contains("mqtts://d.test:8883/x/#, lost since 08:00") })
        #expect(lines.contains { $0.hasSuffix("mqtts://c.test:8883/x/#, not connected yet") })
        #expect(lines.contains { $0.hasSuffix("1 topic could not be read") })
    }

    @Test(arguments: [
        #"{"brokers": [], "received": "x", "requests": 2, "useful": 1}"#, "[]", "1",
        #"{"received": 1, "requests": 2, "useful": 1}"#,
    ])
    func `hints that cannot be read are not shown as none`(hints: String) {
        let source = Samples.source(
            #"{"name": "s", "kind": "metar", "url": "https://a.test/"}"#,
            #"{"health": "fresh", "records": 1, "fetchedUSec": \#(Samples.at(8, 0)), "hints": \#(hints)}"#)
        let lines = SourcePage(source).lines(on: Paper(width: 120, now: Golden.now)).map(\.plain)
        #expect(lines.contains { $0.hasSuffix("not all of it could be read") })
        #expect(lines.contains { $0.contains("at least ") && $0.contains(" message") })
        let context = #"{"name": "s", "kind": "metar", "url": "https://a.test/"}"#
        let without = Samples.source(context, #"{"health": "fresh", "hints": null}"#)
        #expect(without.runtime.hints == nil)
    }

    @Test func `the page of a source shows omitted and rejected records and drift`() throws {
        try Golden.check(SourcePage(Samples.hospitals), "source")
    }

    @Test func `the status shows the daemon and the sources that need attention`() throws {
        let status = Samples.json(
            """
            {"version": "0.1.0", "startedUSec": \(Samples.at(8, 0)), "cursor": "4f2a.1207", "oldestCursor": "4f2a.3",
             "sources": 5, "records": 86667, "subscribers": 3, "counters": {"attempts": 812, "longestTurnUSec": 6585, "notModified": 640},
             "libraries": {"sqlite": "3.40.1", "libsystemd": "", "libcurl": "7.88.1 (HTTP/2, brotli)"}}
            """)
        try Golden.check(StatusPage(status: Status(status), sources: Samples.all), "status")
    }

    @Test(arguments: ["stale", "paused"])
    func `the records of a source that is not fetched say how old they are`(health: String) {
        let old = Samples.source(
            #"{"name": "news"}"#,
            #"{"health": "\#(health)", "records": 3, "fetchedUSec": \#(Samples.at(11, 0))}"#)
        let lines = SourceNote(old, isEmpty: false).lines(on: Paper(width: 120, now: Golden.now)).map(\.plain)
        #expect(lines == ["news is \(health): the data are from 11:00Z, 3 h ago"])
    }

    @Test func `the result of a refresh has the remarks on the document`() {
        let notes = #""notes": ["the document is cut off", "a second one"]"#
        let cut = Samples.source(
            #"{"name": "news"}"#,
            #"{"health": "fresh", "records": 3, "fetchedUSec": 1, "generation": 1, \#(notes)}"#)
        let result = RefreshResult(before: cut, after: cut)
        let lines = result.lines(on: Paper(width: 120, now: Golden.now)).map(\.plain)
        #expect(
            lines == ["news is fresh, 3 records, nothing changed: the document is cut off; a second one"])
    }

    @Test func `only current, empty and paused sources are all well`() {
        func words(_ runtimes: String...) -> String {
            let sources = runtimes.map { Samples.source(#"{"name": "s"}"#, "{\($0), \"records\": 0}") }
            return SourceCounts(sources).line.plain
        }
        let failure = #""failure": {"reason": "dns", "message": "m", "realtimeUSec": 0, "count": 1}"#
        let fetched = #""fetchedUSec": 1"#
        let fresh = #""health": "fresh", "fetchedUSec": 1"#
        #expect(words() == "0 sources")
        #expect(words(fresh) == "1 source, all well")
        #expect(words(fresh, #""health": "paused", "fetchedUSec": 1"#) == "2 sources, all well, 1 paused")
        #expect(words(fresh, fresh + #", "rejected": 2"#) == "2 sources, all current, 1 with unread parts")
        let cut = fresh + #", "notes": ["the document is cut off in line 1: entries after it are missing"]"#
        #expect(words(fresh, cut) == "2 sources, all current, 1 with remarks")
        #expect(words(cut + #", "rejected": 2"#) == "1 source, all current, 1 with unread parts")
        let earlier = fresh + #", "failure": {"reason": "configuration", "message": "x", "realtimeUSec": 1}"#
        #expect(words(fresh, earlier) == "2 sources, 1 with a wrong definition")
        #expect(words(fresh, #""health": "empty""#) == "2 sources, 1 without data")
        #expect(words(fresh, #""health": "stale", "fetchedUSec": 1"#) == "2 sources, 1 stale")
        #expect(words(#""health": "empty", \#(failure)"#) == "1 source, 1 failing, 1 without data")
        #expect(
            words(#""health": "failing", \#(fetched), \#(failure)"#, #""health": "empty""#)
                == "2 sources, 1 failing, 1 without data")
    }

    @Test func `the list says why a source that says that there is nothing may have lost something`() {
        func list(_ kind: String, records: Int) -> String {
            let runtime =
                #"{"health": "fresh", "records": \#(records), "fetchedUSec": 1, "notes": ["it is cut"]}"#
            let source = Samples.source(#"{"name": "s", "kind": "\#(kind)"}"#, runtime)
            return Paper(width: 100, now: Golden.now).text(SourceList([source]))
        }
        #expect(list("feed", records: 0).contains("it is cut"))
        #expect(list("feed", records: 1).hasSuffix("1 source, all current, 1 with remarks\n"))
        #expect(list("metar", records: 1).contains("it is cut"))
        #expect(!list("feed", records: 1).contains("it is cut"))
    }

    @Test func `a page of a source states its drift, or what is known of it`() {
        func drift(_ members: String) -> [String] {
            let runtime = #"{"health": "fresh", "records": 1, \#(members)}"#
            let page = SourcePage(Samples.source(#"{"name": "s"}"#, runtime))
            let lines = page.lines(on: Paper(width: 100, now: Golden.now)).map(\.plain)
            return lines.filter { $0.contains("Drift") }.map {
                $0.split(separator: " ").joined(separator: " ")
            }
        }
        func comparison(_ documents: Int, values: Int) -> String {
            #""comparison": {"documents": \#(documents), "learning": 21, "names": 34, "values": \#(values)}"#
        }
        #expect(drift(comparison(7, values: 0)) == ["Drift learning (7 of 21 documents)"])
        #expect(drift(comparison(21, values: 0)) == ["Drift none in 21 documents: 34 names compared"])
        #expect(
            drift(comparison(128, values: 9))
                == ["Drift none in 128 documents: 34 names, and the values of 9 compared"])
        #expect(drift(comparison(128, values: 9) + #", "drift": ["x is new"]"#) == ["Drift x is new"])
        // Without a comparison, it is not said that there is no drift.
        #expect(drift(#""notes": []"#) == [])
    }

    @Test func `a source without data is failing or waiting, and empty only with a current answer`() {
        func word(_ runtime: String) -> String {
            let source = Samples.source(#"{"name": "s"}"#, "{\(runtime), \"records\": 0}")
            let lines = SourceList([source]).lines(on: Paper(width: 80, now: Golden.now))
            return lines[1].plain.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        }
        let failure = #""failure": {"reason": "dns", "message": "m", "realtimeUSec": 0, "count": 1}"#
        #expect(word(#""health": "empty", \#(failure)"#) == "failing")
        #expect(word(#""health": "empty""#) == "waiting")
        #expect(word(#""health": "fresh", "fetchedUSec": 1"#) == "empty")
        #expect(word(#""health": "empty", "standing": "failing""#) == "failing")
    }

    @Test func `every page says what the daemon itself cannot do, and that nothing is well then`() throws {
        let status = Samples.json(
            """
            {"version": "0.1.0", "sources": 1, "records": 1, "failures": [{"sinceUSec": \(Samples.at(14, 0)),
             "message": "cannot write the records of rows: database or disk is full"}]}
            """)
        let failures = Status(status).failures
        let page = StatusPage(status: Status(status), sources: [Samples.portland])
        try Golden.check(page, "status-failing")
        try Golden.check(SourceList([Samples.portland], failures: failures), "list-failing")
        var content = TopPage.Content([Samples.portland])
        content.failures = failures
        let top = TopPage(content, height: 8).lines(on: Paper(width: 160, now: Golden.now))
        #expect(top.count == 8)
        #expect(top[0].plain.hasSuffix("1 source"))
        #expect(top[1].plain.hasPrefix("almanacd: cannot write the records of rows: "))
    }

    @Test func `rejects are listed with line, field, text and reason`() throws {
        let rejects = Samples.json(
            """
            [{"line": 14, "key": "17989", "field": "Latitude", "found": "n/a", "reason": "not a number"},
             {"line": 93, "found": "1,2,\\u0007\\u009b3", "reason": "23 fields, the header has 22"}]
            """)
        let list = rejects.array!.compactMap(ReportedReject.init).map(\.reject)
        try Golden.check(RejectList(source: "hospitals", rejects: list), "rejects")
        try Golden.check(RejectList(source: "hospitals", rejects: []), "rejects-none")
    }

    @Test func `a schema lists its members, nested ones below`() throws {
        let schema = Samples.json(
            """
            {"type": "object", "required": ["station"], "properties": {
             "station": {"type": "string", "description": "ICAO identifier of the station"},
             "flightRules": {"type": "string", "enum": ["VFR", "MVFR", "IFR", "LIFR"]},
             "wind": {"type": "object", "properties": {"speed": {"type": "integer", "unit": "kt"}}},
             "clouds": {"type": "array", "items": {"type": "object", "properties": {"base": {"type": "integer", "unit": "ft"}}}}}}
            """)
        try Golden.check(SchemaPage(Samples.hospitals, schema: schema), "describe")
    }

    @Test func `a type that was only observed has a question mark, and a member without one any value`() {
        let schema = Samples.json(
            """
            {"properties": {"id": {"x-observed": ["number", "string"]}, "geometry": {"description": "Area"}}}
            """)
        let text = Paper(width: 80, now: Golden.now).text(SchemaPage(Samples.hospitals, schema: schema))
        #expect(text.contains("number or string?") && text.contains("any value"))
    }

    @Test func `the live screen is as high as the terminal and always contains the selected source`() throws {
        var content = TopPage.Content(Samples.all)
        content.selected = 4
        content.changes = [Samples.improved]
        content.message = "asked for schools"
        for width in Golden.widths {
            let lines = TopPage(content, height: 9).lines(on: Paper(width: width, now: Golden.now))
            #expect(lines.count == 9 && lines.allSatisfy { $0.cells <= width })
            #expect(lines.contains { $0.plain.hasPrefix("▸  nyc-schools") })
        }
        try Golden.check(TopPage(content, height: 12), "top")
    }

    @Test func `notes tell the user what is missing, and nothing if all is well`() throws {
        try Golden.check(SourceNote(Samples.hospitals, isEmpty: false), "note")
        try Golden.check(SourceNote(Samples.schools, isEmpty: false), "note-failing")
        #expect(
            SourceNote(Samples.portland, isEmpty: false).lines(on: Paper(width: 80, now: Golden.now)).isEmpty)
    }

    @Test func `a paper without legend has no column titles`() {
        var paper = Paper(width: 80, now: Golden.now)
        paper.hasLegend = false
        #expect(paper.text(SourceList([Samples.hospitals])).hasPrefix("hospitals  fresh"))
    }
}

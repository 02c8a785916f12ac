import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// Answers that may lack records, because a source has no current data.
@MainActor @Suite struct IncompleteListTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        daemon.on("ListSources") { call in
            let wanted = call.parameters["selector"]?["sources"]?.array?.compactMap(\.string)
            let found = IncompleteListTests.sources.filter { source in
                let name = source["context"]?["name"]?.string ?? ""
                return wanted?.contains { Glob($0).matches(name) } ?? true
            }
            call.reply(["sources": .array(found)])
        }
        let record = #"{"source": "rows", "key": "1", "generation": 1, "realtimeUSec": 1, "data": {}}"#
        try daemon.answer("Search", "{\"records\": [\(record)]}")
        try daemon.answer(
            "Nearby",
            "{\"neighbors\": [{\"record\": \(record), \"distanceMeters\": 1, \"bearingDegrees\": 0}]}")
        daemon.on("GetSnapshot") { call in
            let isOfRows = call.parameters["selector"]?["sources"] == ["rows"]
            let records = isOfRows ? [JSON.parsed(record)] : []
            call.reply(["cursor": "a.1", "records": .array(records)])
        }
    }

    private static let sources: [JSON] = [
        .parsed(
            """
            {"context": {"name": "rows", "kind": "feed"}, "runtime": {"health": "fresh", "standing": "current",
             "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1}}
            """),
        .parsed(
            """
            {"context": {"name": "void", "kind": "feed"}, "runtime": {"health": "empty", "standing": "failing",
             "records": 0, "rejected": 0, "generation": 0,
             "failure": {"reason": "dns", "message": "no such host", "realtimeUSec": 1, "count": 2}}}
            """),
        .parsed(
            """
            {"context": {"name": "old", "kind": "feed"}, "runtime": {"health": "stale", "standing": "stale",
             "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1}}
            """),
        .parsed(
            """
            {"context": {"name": "torn", "kind": "feed"}, "runtime": {"health": "fresh",
             "standing": "current", "records": 1, "rejected": 2, "generation": 1, "fetchedUSec": 1, "notes": ["it is cut"]}}
            """),
        .parsed(
            """
            {"context": {"name": "geo", "kind": "places"}, "runtime": {"health": "empty", "standing": "waiting",
             "records": 0, "rejected": 0, "generation": 0}}
            """),
    ]

    @Test(arguments: [["search", "k"], ["near", "1,2"]])
    func `a list names the searched sources without current data`(words: [String]) throws {
        let (status, output, error) = try daemon.run(words)
        #expect(status == 4 && error.isEmpty)
        let lines = output.split(separator: "\n")
        #expect(lines.contains("unknown: void has no data: no such host"), "\(output)")
        #expect(lines.contains { $0.hasPrefix("unknown: old is stale, data from ") })
        #expect(!output.contains("geo"))

        let json = try daemon.run(words + ["-j"]).output.split(separator: "\n")
        #expect(json.count == 2)
        let unknown = try JSON(parsing: Array(json[1].utf8))["unknown"]?.array
        #expect(unknown?.map { $0["source"] } == ["void", "old"])
        #expect(unknown?.first?["reason"] == "no data: no such host")

        let map = try daemon.run(words + ["--format", "geojson"])
        #expect(map.status == 4 && map.error.hasPrefix("unknown: void has no data"))
        #expect(try JSON(parsing: Array(map.output.utf8))["type"] == "FeatureCollection")
    }

    @Test(arguments: [["search", "k"], ["near", "1,2"]])
    func `sources that were not asked are not missing, and a misspelt one is refused`(
        words: [String]
    ) throws {
        let (status, output, _) = try daemon.run(words + ["--source", "rows"])
        #expect(status == 0 && !output.contains("unknown"))
        let refused = try daemon.run(words + ["--source", "rwos"])
        #expect(refused.status == 1)
        #expect(refused.error.hasPrefix("almanac: no source \"rwos\"; did you mean rows?\n"))
    }

    @Test func `nothing found is a failure only if nothing is unknown`() throws {
        try daemon.answer("Search", #"{"records": []}"#)
        #expect(try daemon.run("search", "k", "--source", "rows").status == 1)
        let page = try daemon.run("search", "k")
        #expect(page.status == 4 && page.output.hasPrefix("nothing found in what is known\n"))
    }

    @Test(arguments: [["search", "k"], ["near", "1,2"]])
    func `that nothing was found is unknown if parts of a source could not be read`(words: [String]) throws {
        let found = try daemon.run(words + ["--source", "torn"])
        #expect(found.status == 0 && !found.output.contains("unknown"))
        try daemon.answer("Search", #"{"records": []}"#)
        try daemon.answer("Nearby", #"{"neighbors": []}"#)
        let lost = try daemon.run(words + ["--source", "torn"])
        #expect(lost.status == 4 && lost.output.contains("unknown: torn: 2 parts could not be read"))
        #expect(lost.output.contains("unknown: torn: it is cut"))
    }

    @Test(arguments: [["search", "k"], ["near", "1,2"]])
    func `a list says that not all records are indexed`(words: [String]) throws {
        try daemon.answer("Search", #"{"records": [], "partial": true}"#)
        try daemon.answer("Nearby", #"{"neighbors": [], "partial": true}"#)
        let page = try daemon.run(words + ["--source", "rows"])
        let lines = page.output.split(separator: "\n")
        #expect(page.status == 4 && lines.last == "unknown: search: not all records are indexed yet")
        let json = try daemon.run(words + ["--source", "rows", "-j"])
        let reason = #"{"unknown":[{"source":"search","reason":"not all records are indexed yet"}]}"#
        #expect(json.status == 4 && json.output == reason + "\n")
    }

    /// Makes the daemon have a table with one record, which is the answer unless a condition excludes it, and
    /// with a number of further records that have no position.
    private func offerTable(_ data: String, unplaced: Int = 0) {
        let table: JSON = .parsed(
            """
            {"context": {"name": "rows", "kind": "table"}, "runtime": {"health": "fresh",
             "standing": "current", "records": \(1 + unplaced), "rejected": 0, "generation": 1,
             "fetchedUSec": 1, "unplaced": \(unplaced)}}
            """)
        daemon.on("ListSources") { $0.reply(["sources": [table]]) }
        let record = #"{"source": "rows", "key": "1", "generation": 1, "realtimeUSec": 1, "data": \#(data)}"#
        daemon.on("GetSnapshot") { call in
            let isWhole = call.parameters["selector"]?["where"] == nil
            call.reply(["cursor": "a.1", "records": isWhole ? [JSON.parsed(record)] : []])
        }
    }

    @Test func `that no record matches is unknown if none has the compared member any more`() throws {
        offerTable(#"{"heat": 4}"#)
        let page = try daemon.run("show", "rows", "--where", "temp > 3")
        #expect(page.status == 4 && !page.output.contains("no records"))
        #expect(page.output.contains("unknown: rows: no record has \"temp\" any more"))
        let json = try daemon.run("show", "rows", "--where", "temp > 3", "-j")
        let reason = #"{"source":"rows","reason":"no record has \"temp\" any more"}"#
        #expect(json.status == 4 && json.output == #"{"unknown":[\#(reason)]}"# + "\n")
        let count = try daemon.run("show", "rows", "--where", "temp > 3", "--count")
        #expect(count.status == 4 && count.error.contains("no record has \"temp\" any more"))
        let found = try daemon.run("search", "k", "--where", "temp > 3")
        #expect(found.status == 0)
        try daemon.answer("Search", #"{"records": []}"#)
        #expect(try daemon.run("search", "k", "--where", "temp > 3").status == 4)
    }

    @Test(arguments: [#"{"temp": 2}"#, #"{"temp": null}"#])
    func `a member that a record has, also without a value, is compared`(data: String) throws {
        offerTable(data)
        let page = try daemon.run("show", "rows", "--where", "temp > 3")
        #expect(page.status == 0 && page.output.contains("no records"))
    }

    @Test func `a test for existence compares nothing`() throws {
        offerTable("{}")
        #expect(try daemon.run("show", "rows", "--where", "temp exists").status == 0)
    }

    @Test func `records without a position may be nearer than those of a list`() throws {
        offerTable("{}", unplaced: 2)
        for words in [["near", "1,2"], ["show", "rows", "--near", "1,2"]] {
            let page = try daemon.run(words)
            let reason = "2 of 3 records have no position"
            #expect(page.status == 4 && page.output.contains("unknown: rows: \(reason)"))
            let json = try daemon.run(words + ["-j"]).output.split(separator: "\n")
            #expect(json.last == #"{"unknown":[{"source":"rows","reason":"\#(reason)"}]}"#)
        }
        #expect(try daemon.run("show", "rows").status == 0)
        offerTable("{}")
        #expect(try daemon.run("near", "1,2").status == 0)
    }

    @Test func `a source without data is unknown, not empty`() throws {
        let page = try daemon.run("show", "void")
        #expect(page.status == 4 && page.output.contains("void is failing: "))
        let json = try daemon.run("show", "void", "-j")
        #expect(json.status == 4)
        #expect(
            json.output == #"{"unknown":[{"source":"void","reason":"no data: no such host"}]}"# + "\n")
        let table = try daemon.run("show", "void", "--format", "csv")
        #expect(table.status == 4 && table.error == "unknown: void has no data: no such host\n")
        let key = try daemon.run("show", "void/1")
        #expect(key.status == 4 && key.error.contains("unknown: void has no data: no such host"))
        #expect(try daemon.run("show", "rows").status == 0)
    }

    @Test func `a number of records, and that one is missing, say which parts could not be read`() throws {
        let missing = try daemon.run("show", "torn/2")
        #expect(missing.status == 4 && missing.error.contains("no record \"2\" in torn"))
        #expect(missing.error.contains("unknown: torn: 2 parts could not be read"))
        daemon.on("GetSnapshot") { call in
            let record: JSON = [
                "source": "torn", "key": "1", "generation": 1, "realtimeUSec": 1, "data": ["a": 1],
            ]
            call.reply(["cursor": "a.1", "records": [record]])
        }
        for words in [["--count"], ["--sum", "a"], ["--count", "--format", "csv"]] {
            let figure = try daemon.run(["show", "torn"] + words)
            #expect(figure.status == 4 && figure.output.contains("1"), "\(words)")
            #expect(figure.error.contains("unknown: torn: 2 parts could not be read"), "\(words)")
            #expect(figure.error.contains("unknown: torn: it is cut"), "\(words)")
        }
        #expect(try daemon.run("show", "torn").status == 0)
        // Programs take a file for all records.
        try daemon.answer("GetOrder", #"{"keys": []}"#)
        for words in [["--format", "csv"], ["--format", "geojson"], ["--format", "{key}"]] {
            let list = try daemon.run(["show", "torn"] + words)
            #expect(list.status == 4, "\(words)")
            #expect(list.error.contains("unknown: torn: 2 parts could not be read"), "\(words)")
        }
        let json = try daemon.run("show", "torn", "-j")
        #expect(json.status == 4 && json.output.contains(#""reason":"2 parts could not be read"#))
        #expect(try daemon.run("show", "torn/1", "-j").status == 0)
    }

    @Test func `old records are complete on a page, which has their age, and none are unknown`() throws {
        #expect(try daemon.run("show", "old", "-j").status == 4)
        daemon.on("GetSnapshot") { call in
            let record: JSON = [
                "source": "old", "key": "1", "generation": 1, "realtimeUSec": 1, "data": [:],
            ]
            call.reply(["cursor": "a.1", "records": [record]])
        }
        let json = try daemon.run("show", "old", "-j")
        #expect(json.status == 4 && json.output.contains(#""key":"1""#))
        #expect(json.output.contains(#"{"unknown":[{"source":"old","reason":"stale, data from "#))
        try daemon.answer("GetOrder", #"{"keys": []}"#)
        for words in [["--format", "csv"], ["--format", "geojson"], ["--format", "{key}"], ["--count"]] {
            let run = try daemon.run(["show", "old"] + words)
            #expect(run.status == 4 && run.error.hasPrefix("unknown: old is stale, data from "), "\(words)")
        }
        let page = try daemon.run("show", "old")
        #expect(page.status == 0 && page.output.contains("old is stale: the data are from"))
    }
}

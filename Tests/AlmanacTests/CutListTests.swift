import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct CutListTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "wards", "kind": "feed",
             "options": {"Record": {"Group": "sector"}}}, "runtime": {"health": "fresh", "records": 461,
             "rejected": 0, "generation": 1, "fetchedUSec": 1}}]}
            """)
    }

    private static func record(_ number: Int) -> JSON {
        [
            "source": "wards", "key": .string("\(number)"), "title": "Ward", "generation": 1,
            "realtimeUSec": 0, "latitude": 1, "longitude": 2,
            "data": ["sector": .string(number % 3 == 0 ? "NHS" : "Independent")],
        ]
    }

    /// Makes the daemon find so many records, whose number it counts if it `counts`.
    private func find(_ total: Int, counts: Bool = true) {
        for (method, list) in [("Search", "records"), ("Nearby", "neighbors"), ("GetSnapshot", "records")] {
            daemon.on(method) { call in
                let parameters = call.parameters
                if !counts, parameters["count"] != nil { return call.fail(.invalidParameter("count")) }
                let limit = parameters["limit"]?.int ?? (method == "GetSnapshot" ? 500 : 20)
                let first = Int((parameters["next"]?.string ?? "wards/0").dropFirst(6)) ?? 0
                let end = min(total, first + limit)
                let records = (first..<end).map(CutListTests.record)
                let found = records.map { record -> JSON in
                    method == "Nearby"
                        ? ["record": record, "distanceMeters": 1, "bearingDegrees": 0] : record
                }
                call.reply(
                    .members([
                        "cursor": method == "GetSnapshot" ? "a.1" : nil, list: .array(found),
                        "next": method == "GetSnapshot" && end < total ? .string("wards/\(end)") : nil,
                        "total": parameters["count"] == true ? .int(total) : nil,
                    ]))
            }
        }
    }

    @Test(arguments: [
        (["search", "k"], 20), (["near", "1,2"], 20), (["near", "1,2", "--limit", "5"], 5),
        (["search", "k", "--limit", "5"], 5), (["show", "wards", "--limit", "5"], 5),
    ])
    func `a list that is cut says of how many records it has the first, and exits with 0`(
        words: [String], count: Int
    ) throws {
        find(1234)
        let (status, output, error) = try daemon.run(words)
        #expect(status == 0 && error.isEmpty)
        #expect(output.contains("\(count) of 1234 records; --limit shows more\n"), "\(output)")
    }

    @Test(arguments: [
        ["search", "k", "-j"], ["near", "1,2", "-j"], ["near", "1,2", "--format", "geojson"],
        ["show", "wards", "--limit", "20", "-j"], ["show", "wards", "--limit", "20", "--format", "csv"],
        ["show", "wards", "--limit", "20", "--format", "{key}"],
        ["show", "wards", "--limit", "20", "--format", "geojson"],
        ["show", "w*", "--limit", "20", "--format", "tsv"],
    ])
    func `in formats for programs, the number is on standard error`(words: [String]) throws {
        find(12_345)
        let (status, output, error) = try daemon.run(words)
        #expect(status == 0 && !output.contains(" of "))
        #expect(error == "almanac: 20 of 12,345 records; --limit shows more\n")
    }

    @Test(arguments: [
        ["search", "k"], ["near", "1,2"], ["show", "wards"], ["show", "wards", "--limit", "5"],
        ["search", "k", "--limit", "5"],
    ])
    func `a complete list says nothing`(words: [String]) throws {
        find(5)
        let (status, output, error) = try daemon.run(words)
        #expect(status == 0 && error.isEmpty && !output.contains(" of 5"))
    }

    @Test func `with a daemon that does not count, a full list may not be all`() throws {
        find(1234, counts: false)
        let (status, output, _) = try daemon.run("search", "k")
        #expect(status == 0)
        #expect(output.hasSuffix("\n\nthe first 20 records, perhaps not all; --limit shows more\n"))
    }

    @Test(arguments: [["search", "k"], ["near", "1,2"], ["suggest", "kent"]])
    func `a limit that the daemon does not reach is refused`(words: [String]) throws {
        let (status, _, error) = try daemon.run(words + ["--limit", "1001"])
        #expect(status == 64)
        #expect(error.hasPrefix("almanac: --limit 1001 is above 1000, the most that one list has\n"))
        #expect(daemon.asked.isEmpty)
    }

    @Test func `the heading of a group says how many of its records are shown`() throws {
        find(461)
        let (_, output, _) = try daemon.run("show", "wards", "--limit", "6", "--group-by", "sector")
        #expect(output.contains("Independent  4 of 307 records\n"), "\(output)")
        #expect(output.contains("NHS  2 of 154 records\n"))
        #expect(output.contains("\n6 of 461 records; --limit shows more\n"))
        let all = try daemon.run("show", "wards", "--group-by", "sector").output
        #expect(all.contains("Independent  307 records\n") && !all.contains(" of "))
    }

    @Test func `a heading claims no number of records that were not loaded`() throws {
        find(30_000)
        let sources = """
            {"sources": [{"context": {"name": "wards", "kind": "feed"},
             "runtime": {"health": "fresh", "records": 30000, "rejected": 0, "generation": 1,
             "fetchedUSec": 1}}]}
            """
        try daemon.answer("ListSources", sources)
        let (_, output, _) = try daemon.run("show", "wards", "--limit", "6", "--group-by", "sector")
        #expect(output.contains("Independent  4 shown\n") && output.contains("\n6 of 30,000 records;"))
    }

    @Test func `a cut summary says how many groups there are`() throws {
        find(9)
        let words = ["show", "wards", "--count", "--group-by", "sector", "--limit", "1"]
        #expect(try daemon.run(words).output.hasSuffix("\n\n1 of 2 groups\n"))
        #expect(try daemon.run(words + ["-j"]).error == "almanac: 1 of 2 groups\n")
    }

    @Test func `history loads as many changes as requested, and says how many there are`() throws {
        daemon.on("GetHistory") { call in
            let parameters = call.parameters
            let first = Int(parameters["next"]?.string ?? "0") ?? 0
            let count = min(parameters["limit"]?.int ?? 200, 1000)
            let changes = (first..<first + count).map { number -> JSON in
                [
                    "event": "added", "cursor": "a.1", "source": "wards", "key": .string("\(number)"),
                    "generation": 1, "realtimeUSec": 1, "data": [:],
                ]
            }
            call.reply(
                .members([
                    "records": [], "changes": .array(changes), "next": .string("\(first + count)"),
                    "total": parameters["count"] == true ? 4321 : nil,
                ]))
        }
        let usual = try daemon.run("history", "wards").output
        #expect(usual.hasSuffix("\n\n50 of 4321 changes; --limit shows more\n"))
        let (_, output, error) = try daemon.run("history", "wards", "--limit", "1500", "-j")
        #expect(output.split(separator: "\n").count == 1500)
        #expect(error == "almanac: 1500 of 4321 changes; --limit shows more\n")
    }

    @Test(arguments: [[], ["-j"]])
    func `a history says that the log lacks earlier changes`(_ options: [String]) throws {
        let sentence = "earlier changes are no longer in the log"
        try daemon.answer("GetHistory", #"{"records": [], "changes": [], "cut": true}"#)
        daemon.serve()
        #expect(try daemon.run(["history", "wards"] + options).error.contains(sentence))
        try daemon.answer("GetHistory", #"{"records": [], "changes": []}"#)
        #expect(try !daemon.run(["history", "wards"] + options).error.contains(sentence))
    }

    @Test func `rejects say how many there are`() throws {
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "wards", "kind": "table"}, "runtime": {"health": "fresh",
             "records": 461, "rejected": 1234, "generation": 1, "fetchedUSec": 1}}]}
            """)
        try daemon.answer(
            "GetRejects", #"{"rejects": [{"found": "x", "reason": "no number"}]}"#)
        let table = try daemon.run("rejects", "wards", "--limit", "1")
        #expect(table.output.hasSuffix("1 of 1234 rejects; --limit shows more\n"))
        #expect(try daemon.run("rejects", "wards", "--json").error.contains("1 of 1234 rejects"))
    }

    @Test(arguments: [("1", true), ("2", false)])
    func `a list of places that is full says that there may be others`(limit: String, isCut: Bool) throws {
        try daemon.answer(
            "Geocode",
            """
            {"places": [{"identifier": "places/1", "name": "Springfield", "detail": "", "latitude": 1,
             "longitude": 2, "source": "places"}]}
            """)
        let (status, _, error) = try daemon.run("place", "springfield", "--limit", limit)
        #expect(status == 0 && error.contains("the first 1 places, perhaps not all") == isCut)
    }
}

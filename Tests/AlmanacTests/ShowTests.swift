import Glibc
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct ShowTests {
    private let daemon: ScriptedDaemon

    init() throws { daemon = try ScriptedDaemon() }

    private static func source(_ name: String, records: Int = 1) -> JSON {
        [
            "context": ["name": .string(name)],
            "runtime": [
                "health": "fresh", "records": .int(records), "rejected": 0, "generation": 1, "fetchedUSec": 1,
            ],
        ]
    }

    private static func report(_ source: String) -> JSON {
        [
            "source": .string(source), "key": "KPWM", "generation": 1, "realtimeUSec": 1,
            "data": [
                "station": "KPWM", "type": "METAR", "raw": "KPWM 201351Z", "flightRules": "IFR",
                "latitude": 43.6,
                "longitude": -70.3,
            ],
        ]
    }

    /// Makes the daemon answer with those of the given sources that a selector names; a METAR source has one
    /// report.
    private func serve(_ names: [String]) { ShowTests.serve(names, daemon) }

    private static func serve(_ names: [String], _ daemon: ScriptedDaemon) {
        daemon.on("ListSources") { call in
            let wanted = (call.parameters["selector"]?["sources"]?.array ?? []).compactMap(\.string)
            let found = names.filter { name in wanted.contains { $0.utf8.elementsEqual(name.utf8) } }
            call.reply(["sources": .array(found.map { source($0) })])
        }
        daemon.on("GetSnapshot") { call in
            let wanted = (call.parameters["selector"]?["sources"]?.array ?? []).compactMap(\.string)
            let found = names.filter { $0.hasPrefix("metar") && wanted.contains($0) }
            call.reply(["cursor": "a.1", "records": .array(found.map { report($0) })])
        }
    }

    @Test func `an airport in lower case is one page of its sources`() throws {
        serve(["metar@KPWM", "taf@KPWM"])
        let (status, output, _) = try daemon.run("show", "kpwm")
        #expect(status == 0)
        #expect(output.hasPrefix("KPWM  IFR  expired, time unknown\n"))
        let asked = daemon.asked.filter { $0.method == "GetSnapshot" }.map(\.parameters)
        #expect(asked.first?["selector"]?["sources"] == ["metar@KPWM", "taf@KPWM"])
    }

    @Test func `an inactive airport is fetched and retained for a while`() throws {
        serve([])
        daemon.on("AddSource") { [unowned daemon] call in
            ShowTests.serve(["metar@EGLL", "taf@EGLL"], daemon)
            call.reply(["source": ShowTests.source("metar@EGLL")])
        }
        try daemon.answer("Refresh", #"{"started": ["metar@EGLL", "taf@EGLL"], "skipped": []}"#)
        let (status, output, _) = try daemon.run("show", "egll")
        #expect(status == 0 && output.contains("KPWM 201351Z"))
        let added = daemon.asked.filter { $0.method == "AddSource" }.map(\.parameters)
        #expect(added.map { $0["context"]?["name"] } == ["metar@EGLL", "taf@EGLL"])
        #expect(added.allSatisfy { $0["persist"] == false })
    }

    @Test func `an instance that is not enabled is started for a while`() throws {
        serve([])
        daemon.on("AddSource") { [unowned daemon] call in
            ShowTests.serve(["metar@EGLL"], daemon)
            call.reply(["source": ShowTests.source("metar@EGLL")])
        }
        try daemon.answer("Refresh", #"{"started": ["metar@EGLL"], "skipped": []}"#)
        let (status, output, _) = try daemon.run("show", "metar@EGLL")
        #expect(status == 0 && output.contains("KPWM"))
        let added = daemon.asked.first { $0.method == "AddSource" }?.parameters
        #expect(added?["persist"] == false)
        #expect(added?["context"]?["options"] == ["Source": ["Refresh": "on-demand"]])
    }

    @Test func `an instance without a definition is started again`() throws {
        func serve(_ health: String) {
            daemon.on("ListSources") { call in
                let runtime: JSON = ["health": .string(health), "records": 1, "rejected": 0, "generation": 1]
                call.reply(["sources": [["context": ["name": "metar@EGLL"], "runtime": runtime]]])
            }
        }
        serve("paused")
        daemon.on("AddSource") { call in
            serve("fresh")
            call.reply(["source": ShowTests.source("metar@EGLL")])
        }
        try daemon.answer("Refresh", #"{"started": ["metar@EGLL"], "skipped": []}"#)
        try daemon.answer("GetSnapshot", #"{"cursor": "a.1", "records": []}"#)
        _ = try daemon.run("show", "metar@EGLL")
        #expect(daemon.asked.map(\.method).contains("AddSource"))
        #expect(daemon.asked.map(\.method).contains("Refresh"))
    }

    @Test func `reports of many stations are one table`() throws {
        let sources = ["metar@KPWM", "metar@KBOS"].map { name -> JSON in
            let runtime = ShowTests.source(name)["runtime"] ?? .null
            return ["context": ["name": .string(name), "kind": "metar"], "runtime": runtime]
        }
        daemon.on("ListSources") { call in
            let isPattern = call.parameters["selector"]?["sources"] == ["metar@*"]
            call.reply(["sources": isPattern ? .array(sources) : []])
        }
        daemon.on("GetSnapshot") { call in
            call.reply([
                "cursor": "a.1", "records": [ShowTests.report("metar@KPWM"), ShowTests.report("metar@KBOS")],
            ])
        }
        let (status, output, _) = try daemon.run("show", "metar@*")
        #expect(status == 0)
        let row = "KPWM     IFR    unknown expired\n"
        #expect(output == "STATION  RULES  TIME\n\(row)\(row)")
    }

    @Test func `with another order, the first rows in that order are shown`() throws {
        serve(["rows"])
        daemon.on("GetSnapshot") { call in
            let rows = [3, 1, 2].map { number -> JSON in
                [
                    "source": "rows", "key": .string("k\(number)"), "generation": 1, "realtimeUSec": 1,
                    "data": ["n": .int(number)],
                ]
            }
            call.reply([
                "cursor": "a.1", "records": .array(Array(rows.prefix(call.parameters["limit"]?.int ?? 9))),
            ])
        }
        let (status, output, _) = try daemon.run("show", "rows", "--sort", "n", "--limit", "2")
        #expect(status == 0 && output == "Key  N\nk1   1\nk2   2\n\n2 of 3 records; --limit shows more\n")
    }

    @Test func `GeoJSON of several sources is one collection`() throws {
        daemon.on("ListSources") { call in
            call.reply(["sources": [ShowTests.source("metar@KPWM"), ShowTests.source("metar@KBOS")]])
        }
        daemon.on("GetSnapshot") { call in
            call.reply([
                "cursor": "a.1", "records": [ShowTests.report("metar@KPWM"), ShowTests.report("metar@KBOS")],
            ])
        }
        let (_, output, _) = try daemon.run("show", "metar@*", "--format", "geojson")
        #expect(try JSON(parsing: Array(output.utf8))["features"]?.array?.count == 2)
    }

    @Test func `GeoJSON is one collection`() throws {
        serve(["metar@KPWM"])
        let (_, output, _) = try daemon.run("show", "metar@KPWM", "--format", "geojson")
        let json = try JSON(parsing: Array(output.utf8))
        #expect(json["type"] == "FeatureCollection")
        #expect(json["features"]?.array?.first?["geometry"]?["coordinates"] == [-70.3, 43.6])
    }

    @Test func `--fresh refreshes the source first`() throws {
        serve(["metar@KPWM"])
        try daemon.answer("Refresh", #"{"started": ["metar@KPWM"], "skipped": []}"#)
        _ = try daemon.run("show", "metar@KPWM", "--fresh")
        let methods = daemon.asked.map(\.method)
        #expect(methods.firstIndex(of: "Refresh") ?? 99 < methods.firstIndex(of: "GetSnapshot") ?? 0)
    }

    @Test func `search prints titles and locations`() throws {
        try daemon.answer(
            "Search",
            #"{"records": [{"source": "hospitals", "key": "1", "title": "Leeds General", "generation": 1, "realtimeUSec": 0, "data": {}}]}"#
        )
        daemon.on("ListSources") { $0.reply(["sources": [ShowTests.source("hospitals")]]) }
        let (status, output, _) = try daemon.run("search", "leeds", "general", "--source", "hosp*")
        #expect(status == 0)
        #expect(output == "NAME           RECORD\nLeeds General  hospitals/1\n")
        #expect(daemon.asked.last?.parameters["text"] == "leeds general")
        #expect(daemon.asked.last?.parameters["selector"]?["sources"] == ["hosp*"])
    }

    @Test func `a search without results says so and fails`() throws {
        try daemon.answer("Search", #"{"records": []}"#)
        serve([])
        let (status, output, _) = try daemon.run("search", "xyz")
        #expect(status == 1 && output == "nothing found\n")
    }

    @Test func `near prints distance and direction`() throws {
        try daemon.answer(
            "Nearby",
            """
            {"neighbors": [{"distanceMeters": 5556, "bearingDegrees": 181, "record":
             {"source": "stations", "key": "KPWM", "title": "Portland", "generation": 1, "realtimeUSec": 0, "data": {}}}]}
            """)
        serve([])
        let (_, output, _) = try daemon.run("near", "-43.5,7", "--radius", "10")
        #expect(output == "DISTANCE  TO  NAME      RECORD\n  5.6 km  S   Portland  stations/KPWM\n")
        #expect(daemon.asked.last?.parameters["latitude"] == -43.5)
        #expect(daemon.asked.last?.parameters["radiusMeters"]?.int == 10_000)
        let nautical = try daemon.run("near", "-43.5,7", "--radius", "10", "--units", "aviation")
        #expect(nautical.output.contains("    3 NM  S   Portland"))
        #expect(daemon.asked.last?.parameters["radiusMeters"]?.int == 18_520)
    }

    @Test func `history accepts a moment as people write it`() throws {
        try daemon.answer("GetHistory", #"{"records": []}"#)
        let (status, output, _) = try daemon.run(
            "history", "metar@KPWM/KPWM", "--since", "2026-11-20T12:00:00Z", "--limit", "7")
        #expect(
            status == 0 && output == "no versions of metar@KPWM/KPWM are stored, or none from that time\n")
        let asked = daemon.asked.last?.parameters
        #expect(asked?["source"] == "metar@KPWM" && asked?["key"] == "KPWM" && asked?["limit"]?.int == 7)
        #expect(asked?["sinceUSec"]?.int == 1_795_176_000_000_000)
    }

    @Test func `here must be configured`() throws {
        let (status, _, error) = try daemon.run("near", "here", "--config", daemon.directory)
        #expect(status == 78 && error.contains("Here=43.65,-70.31"))
    }
}

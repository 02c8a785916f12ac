import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct ShowFormatTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        let all = ["metar": "metar@KPWM", "taf": "taf@KPWM", "table": "wards"]
        daemon.on("ListSources") { call in
            let globs = call.parameters["selector"]?["sources"]?.array?.compactMap(\.string) ?? ["*"]
            let found = all.filter { _, name in globs.contains { Glob($0).matches(name) } }
            call.reply(["sources": .array(found.map { Self.source($0.value, kind: $0.key) })])
        }
    }

    private static func source(_ name: String, kind: String) -> JSON {
        [
            "context": ["name": .string(name), "kind": .string(kind)],
            "runtime": [
                "health": "stale", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1_000_000,
            ],
        ]
    }

    private func answer(records: String) throws {
        try daemon.answer("GetSnapshot", #"{"cursor": "a.1", "records": [\#(records)]}"#)
        try daemon.answer("GetOrder", #"{"keys": []}"#)
    }

    private let report = """
        {"source": "metar@KPWM", "key": "KPWM", "title": "KPWM 12", "generation": 1, "realtimeUSec": 1000000,
         "data": {"temperature": 13, "flightRules": "VFR", "wind": {"speed": 3}}}
        """

    @Test func `show prints one line for an airport from its report`() throws {
        let forecast = #"{"source": "taf@KPWM", "key": "KPWM", "data": {"flightRules": "IFR"}}"#
        try answer(records: "\(forecast), \(report)")
        let format = "{temperature} {flightRules} {wind.speed} {wind.gust|calm} {health} {source} {key} {{}}"
        let run = try daemon.run("show", "KPWM", "--format", format)
        #expect(run.output == "13 VFR 3 calm stale metar@KPWM KPWM {}\n")
        #expect(run.status == 4 && run.error.hasPrefix("unknown: metar@KPWM is stale, data from 1970-01-01"))
        #expect(!daemon.asked.contains { $0.method == "Nearby" })
    }

    @Test func `show prints the records of an airport for a map`() throws {
        let place = #""latitude": 43.6, "longitude": -70.3, "generation"#
        try answer(records: report.replacing("\"generation", with: place))
        let run = try daemon.run("show", "KPWM", "--format", "geojson")
        #expect(run.status == 4 && run.error.contains("unknown: metar@KPWM is stale, data from 1970-01-01"))
        let map = try JSON(parsing: Array(run.output.utf8))
        #expect(map["features"]?.array?.map { $0["id"] } == ["metar@KPWM/KPWM"])
    }

    @Test func `show prints one line for an airport that has no record yet`() throws {
        try answer(records: "")
        let run = try daemon.run("show", "kpwm", "--format", "{temperature|--} {name} {health}")
        #expect(run.output == "-- metar@KPWM stale\n")
        #expect(run.status == 4 && run.error.contains("unknown: metar@KPWM is stale"))
    }

    @Test func `show prints one line for each record, with escaped text`() throws {
        try answer(
            records: #"""
                {"source": "wards", "key": "1", "title": "One\u001b[31m", "data": {"beds": 5}},
                {"source": "wards", "key": "2", "title": "Two", "data": {"a": {"b": [1, 2]}}}
                """#)
        let output = try daemon.run("show", "wards", "--format", "{key} {name} {beds|none} {/a/b/1}").output
        #expect(output.hasPrefix("1 One"))
        #expect(!output.contains("\u{1B}"))
        #expect(output.hasSuffix("2 Two none 2\n"))
        #expect(try daemon.run("show", "war*", "--format", "{key}").output == "1\n2\n")
    }

    @Test func `the state of the source is no member of records`() throws {
        try answer(records: report)
        #expect(try daemon.run("show", "metar@KPWM", "--format", "{standing}").output == "stale\n")
    }

    @Test func `names of changes are missing in records`() throws {
        try answer(records: report)
        let format = "{event|-} {cursor|-} {change|-} {previous.temperature|-}"
        #expect(try daemon.run("show", "metar@KPWM", "--format", format).output == "- - - -\n")
    }

    @Test(arguments: [
        (["--format", "{key"], "is not closed"), (["--format", "key}"], "--format key} is not one of"),
        (["--format", "{key}", "--count"], "--count cannot be combined"),
        (["--format", "{key}", "--columns", "a"], "--columns cannot be combined"),
    ])
    func `a wrong format is refused before the daemon is asked`(_ words: [String], _ message: String) throws {
        let run = try daemon.run(["show", "wards"] + words)
        #expect(run.status == 64)
        #expect(run.error.contains(message))
        #expect(daemon.asked.isEmpty)
    }
}

import FaultyDisk
import Glibc
import Records
import TestDaemon
import Testing
import Varlink

/// `export --sqlite`.
@MainActor @Suite struct ExportCommandTests {
    private let daemon: ScriptedDaemon

    private var path: String { daemon.directory + "/out.db" }

    init() throws {
        daemon = try ScriptedDaemon()
        serve(["wards": ["health": "fresh", "standing": "current", "fetchedUSec": 1_793_714_520_000_000]])
        try daemon.answer(
            "DescribeSource",
            """
            {"source": {}, "schema": {"properties": {"beds": {"type": "number"}, "floor.level": {"type": "number"}}},
             "phases": [{"realtimeUSec": 1793714500000000, "reason": "timeout"}, {"realtimeUSec": 1793714520000000}]}
            """)
        daemon.on("GetSnapshot") { call in
            let isSecond = call.parameters["next"] == "2"
            let record = ExportCommandTests.record(
                isSecond ? "2" : "1", isSecond ? ["beds": 5] : ["beds": 7.5])
            call.reply(.members(["records": [record], "next": isSecond ? nil : "2", "cursor": "a.1"]))
        }
        try daemon.answer(
            "GetHistory",
            """
            {"records": [], "changes": [
             {"event": "removed", "cursor": "a.3", "source": "wards", "key": "9", "realtimeUSec": 1793714580000000,
              "data": null, "reason": "upstream"},
             {"event": "added", "cursor": "a.2", "source": "wards", "key": "9", "realtimeUSec": 1793714520000000,
              "data": {"beds": 3, "city": "Leeds"}}]}
            """)
    }

    private static func record(_ key: String, _ data: JSON) -> JSON {
        [
            "source": "wards", "key": .string(key), "title": .string("Ward \(key)"), "latitude": 1.5,
            "longitude": 2, "generation": 1, "realtimeUSec": 1_793_714_520_000_000, "data": data,
        ]
    }

    /// Answers with sources of these states; each call finds the source a generation later if `isBusy`.
    private func serve(_ states: [String: JSON], isBusy: Bool = false) {
        var generation = 1
        daemon.on("ListSources") { call in
            let globs = call.parameters["selector"]?["sources"]?.array?.compactMap(\.string) ?? ["*"]
            let found = states.filter { name, _ in globs.contains { Glob($0).matches(name) } }
            if isBusy { generation += 1 }
            let own = [JSON.Member("records", 2), .init("generation", .int(generation))]
            let sources = found.map { name, state -> JSON in
                [
                    "context": ["name": .string(name), "kind": "table", "tags": ["uk"]],
                    "runtime": .object((state.object ?? []) + own),
                ]
            }
            call.reply(["sources": .array(sources)])
        }
    }

    private func rows(_ sql: String) throws -> [[String?]] { try Inspection.rows(sql, in: path) }

    @Test func `records and history have tables with the types of the schema`() throws {
        let run = try daemon.run("export", "--sqlite", path)
        #expect(run.status == 0 && run.output == "\(path): 1 source, 2 records, 2 changes\n", "\(run.error)")
        #expect(
            try rows("SELECT key, _title, _changed, beds, city, latitude FROM wards ORDER BY key") == [
                ["1", "Ward 1", "2026-11-03T14:02:00Z", "7.5", nil, "1.5"],
                ["2", "Ward 2", "2026-11-03T14:02:00Z", "5.0", nil, "1.5"],
            ])
        #expect(
            try rows("SELECT _time, key, _change, _reason, beds, city FROM wards_history") == [
                ["2026-11-03T14:02:00Z", "9", "added", nil, "3.0", "Leeds"],
                ["2026-11-03T14:03:00Z", "9", "removed", "upstream", nil, nil],
            ])
        #expect(
            try rows("SELECT name, type FROM pragma_table_info('wards') WHERE pk OR name IN ('beds', 'city')")
                == [["key", "TEXT"], ["beds", "REAL"], ["city", "TEXT"]])
    }

    @Test func `the table of sources says how old a source is and when it failed`() throws {
        #expect(try daemon.run("export", "--sqlite", path).status == 0)
        let row = try rows(
            """
            SELECT name, records_table, history_table, records, changes, history_complete, complete, unknown, state,
            fetched, failed, failures, tags, age_seconds > 0 FROM _sources
            """)
        #expect(
            row == [
                [
                    "wards", "wards", "wards_history", "2", "2", "1", "1", nil, "current",
                    "2026-11-03T14:02:00Z", "2026-11-03T14:01:40Z", "0", #"["uk"]"#, "1",
                ]
            ])
    }

    @Test func `a source that fails is recognisable in the file and by the exit status`() throws {
        serve([
            "wards": [
                "health": "failing", "standing": "failing", "fetchedUSec": 1_793_714_520_000_000,
                "rejected": 2,
                "failure": [
                    "reason": "timeout", "message": "no answer", "realtimeUSec": 1_793_718_120_000_000,
                    "count": 3,
                ],
            ]
        ])
        let run = try daemon.run("export", "--sqlite", path, "--json")
        #expect(run.status == 4 && run.output.contains(#""unknown":[{"source":"wards","reason":"failing"#))
        #expect(run.error.contains("unknown: wards is failing, data from") && run.error.contains("no answer"))
        let row = try rows("SELECT complete, unknown, failed, failures, failure FROM _sources")
        #expect(
            row == [
                [
                    "0", #"["failing, data from 2026-11-03T14:02:00Z: no answer"]"#, "2026-11-03T15:02:00Z",
                    "3", "no answer",
                ]
            ])
    }

    @Test func `parts that could not be read, and records that change meanwhile, are unknown`() throws {
        serve(
            ["wards": ["health": "fresh", "standing": "current", "fetchedUSec": 1, "rejected": 2]],
            isBusy: true)
        #expect(try daemon.run("export", "--sqlite", path).status == 4)
        let unknown = try rows("SELECT unknown, records FROM _sources")
        #expect(unknown.first?[0]?.contains("2 parts could not be read") == true)
        #expect(unknown.first?[0]?.contains("changed while they were read") == true)
        #expect(unknown.first?[1] == "2")
    }

    @Test func `changes that cannot be read are unknown`() throws {
        daemon.on("GetHistory") { $0.reply(["records": [], "changes": [["event": "renamed"]]]) }
        let run = try daemon.run("export", "--sqlite", path)
        #expect(run.status == 4, "\(run.output)")
        #expect((run.output + run.error).contains("wards: 1 change could not be read"), "\(run.error)")
    }

    @Test func `a history that the log cuts off is incomplete`() throws {
        try daemon.answer("GetHistory", #"{"records": [], "changes": [], "cut": true}"#)
        let run = try daemon.run("export", "--sqlite", path, "--since", "-1week")
        #expect(run.status == 4 && run.error.contains("no longer in the log"))
        #expect(try rows("SELECT history_complete FROM _sources") == [["0"]])
        let json = try daemon.run("export", "--sqlite", path, "--since", "-1week", "--json")
        #expect(json.status == 4 && json.output.contains(#""cut":["wards"]"#), "\(json.output)")
        #expect(daemon.asked.last { $0.method == "GetHistory" }?.parameters["sinceUSec"] != nil)
        #expect(try daemon.run("export", "--sqlite", path).status == 0)
    }

    @Test func `names that a database takes for equal have tables of their own`() throws {
        let state: JSON = ["health": "fresh", "standing": "current", "fetchedUSec": 1]
        serve(["metar@kpwm": state, "metar@KPWM": state, "sqlite": state])
        #expect(try daemon.run("export", "--sqlite", path).status == 0)
        let tables = try rows("SELECT records_table, history_table FROM _sources ORDER BY 1").flatMap { $0 }
        #expect(Set(tables.map { $0?.lowercased() }).count == 6 && tables.contains("_sqlite_history"))
        for case let table? in tables {
            #expect(try rows("SELECT count(*) FROM \"\(table)\"") == [["2"]])
        }
    }

    @Test func `only an earlier export is replaced, any other file with --force`() throws {
        try File.write("my letters", path)
        let refused = try daemon.run("export", "--sqlite", path)
        #expect(refused.status == 73 && refused.error.contains("is not an earlier export"))
        #expect(try daemon.run("export", "--sqlite", path, "--force").status == 0)
        #expect(try daemon.run("export", "--sqlite", path).status == 0)
        #expect(try rows("SELECT count(*) FROM wards") == [["2"]])
        #expect(
            try daemon.run("export", "--sqlite", daemon.directory, "--force").error.contains("is not a file"))
    }

    private func names(_ folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names
    }

    @Test func `an export that fails leaves the earlier one and nothing else`() throws {
        #expect(try daemon.run("export", "--sqlite", path).status == 0)
        daemon.on("GetHistory") { call in call.channel.close() }
        #expect(try daemon.run("export", "--sqlite", path).status == 69)
        #expect(try rows("SELECT count(*) FROM wards") == [["2"]])
        #expect(names(daemon.directory).filter { $0.contains("out.db") } == ["out.db"])
    }

    @Test func `an export that the user interrupts leaves the earlier one and nothing else`() throws {
        #expect(try daemon.run("export", "--sqlite", path).status == 0)
        var pid: pid_t = 0
        daemon.on("GetHistory") { call in
            kill(pid, SIGINT)
            call.reply(["records": [], "changes": []])
        }
        let running = try Running(["export", "--sqlite", path], on: daemon)
        pid = running.pid
        #expect(try running.end() == 1 && running.error.contains("interrupted: \(path) was not written"))
        #expect(try rows("SELECT count(*) FROM wards_history") == [["2"]])
        #expect(names(daemon.directory).filter { $0.contains("out.db") } == ["out.db"])
    }

    @Test(arguments: [
        (["--since", "2h"], "--since needs --sqlite"), (["--force"], "--force needs --sqlite"),
        (["--sqlite", "x.db", "--since", "soon"], "is not a time"),
    ])
    func `wrong uses are named`(words: [String], complaint: String) throws {
        let run = try daemon.run(["export"] + words)
        #expect(run.status == 64 && run.error.contains(complaint), "\(run.error)")
    }
}

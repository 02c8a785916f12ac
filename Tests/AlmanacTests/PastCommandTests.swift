import Records
import TestDaemon
import Testing
import Varlink

/// `show --at` and `history --between`.
@MainActor @Suite struct PastCommandTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        daemon.on("ListSources") { call in
            let globs = call.parameters["selector"]?["sources"]?.array?.compactMap(\.string) ?? ["*"]
            let found = ["metar@KPWM": "metar", "wards": "table"].filter { name, _ in
                globs.contains { Glob($0).matches(name) }
            }
            call.reply(["sources": .array(found.map { PastCommandTests.source($0.key, kind: $0.value) })])
        }
    }

    private static func source(_ name: String, kind: String) -> JSON {
        [
            "context": ["name": .string(name), "kind": .string(kind)],
            "runtime": ["health": "failing", "records": 1, "rejected": 0, "generation": 1],
        ]
    }

    private func answer(_ records: [JSON], unknown: [JSON] = [], isEarlier: Bool = false) {
        daemon.on("GetSnapshot") { call in
            call.reply(
                .members([
                    "cursor": "a.1", "records": .array(records),
                    "atUSec": isEarlier ? nil : call.parameters["atUSec"],
                    "unknown": unknown.isEmpty ? nil : .array(unknown),
                ]))
        }
    }

    private func ward(_ key: String, _ beds: Int) -> JSON {
        [
            "source": "wards", "key": .string(key), "generation": 1, "realtimeUSec": 1_000_000,
            "data": ["beds": .int(beds)],
        ]
    }

    @Test func `show --at requests that moment and states it`() throws {
        answer([ward("1", 7)])
        let run = try daemon.run("show", "wards", "--at", "2026-11-03T14:02:00Z", environment: ["TZ": "UTC"])
        #expect(run.output.hasPrefix("As of 2026-11-03 14:02"))
        #expect(run.output.contains("7") && run.status == 0 && run.error.isEmpty)
        #expect(
            daemon.asked.last { $0.method == "GetSnapshot" }?.parameters["atUSec"] == 1_793_714_520_000_000)
    }

    @Test func `changes that cannot be read are counted, in each format`() throws {
        let change: JSON = [
            "event": "added", "cursor": "a.1", "source": "wards", "key": "1", "realtimeUSec": 1,
            "data": ["beds": 7],
        ]
        daemon.on("GetHistory") { call in
            call.reply(["records": [], "changes": [change, ["event": "renamed", "cursor": "a.2"]]])
        }
        let gap = "wards: 1 change could not be read"
        let table = try daemon.run("history", "wards")
        #expect(table.status == 4 && table.output.hasPrefix("unknown: \(gap)\n"), "\(table.output)")
        let json = try daemon.run("history", "wards", "--json")
        #expect(json.status == 4 && json.output.split(separator: "\n").count == 2)
        let last = #"{"unknown":[{"source":"wards","reason":"1 change could not be read"}]}"#
        #expect(json.output.hasSuffix(last + "\n"), "\(json.output)")
        let csv = try daemon.run("history", "wards", "--format", "csv")
        #expect(csv.status == 4 && csv.error.contains(gap) && !csv.output.contains("unknown"))
    }

    @Test func `past records have the formats for programs, without the present state`() throws {
        answer([ward("1", 7), ward("2", 5)])
        let csv = try daemon.run("show", "wards", "--at", "2h", "--format", "csv", "--sort", "beds")
        #expect(csv.output == "@key,beds\r\n2,5\r\n1,7\r\n" && csv.status == 0)
        let sum = try daemon.run("show", "wards", "--at", "2h", "--sum", "beds", "--format", "csv")
        #expect(sum.output == "sum(beds)\r\n12\r\n")
        #expect(try daemon.run("show", "wards", "--at", "2h", "--json").output.contains(#""key":"2""#))
    }

    @Test func `what is not known then is stated with the oldest moment, and the status is 4`() throws {
        answer([], unknown: [["source": "wards", "reason": "log", "fromUSec": 1_793_714_520_000_000]])
        let run = try daemon.run("show", "wards", "--at", "2026-11-01", environment: ["TZ": "UTC"])
        #expect(run.status == 4)
        #expect(run.error.contains("wards is not known then: the log of changes reaches back to"))
        let json = try daemon.run("show", "wards", "--at", "2026-11-01", "--json")
        #expect(json.output.contains(#""from":"2026-11-03T14:02:00Z""#) && json.status == 4)
    }

    @Test func `a record that did not exist is an error`() throws {
        answer([])
        let run = try daemon.run("show", "wards/9", "--at", "2h")
        #expect(run.status == 1 && run.error.contains("wards had no record \"9\" then"))
    }

    @Test func `an earlier daemon, which sends present records, is refused`() throws {
        answer([ward("1", 7)], isEarlier: true)
        let run = try daemon.run("show", "wards", "--at", "2h")
        #expect(run.status == 69 && run.output.isEmpty)
    }

    @Test(arguments: [
        (["--at", "soon"], "--at soon is not a time"), (["--at", "2999-01-01"], "is in the future"),
        (["--at", "2h", "--follow"], "--at cannot be combined with --follow"),
        (["--at", "2h", "--fresh"], "--at cannot be combined with --fresh"),
    ])
    func `wrong uses of --at are named`(words: [String], complaint: String) throws {
        let run = try daemon.run(["show", "wards"] + words)
        #expect(run.status == 64 && run.error.contains(complaint), "\(run.error)")
    }

    private func change(_ number: Int, _ kind: String, _ beds: Int?) -> JSON {
        .members([
            "event": .string(kind), "cursor": .string("a.\(number)"), "source": "wards", "key": "1",
            "generation": 1, "realtimeUSec": .int(1_793_714_520_000_000 + number * 60_000_000),
            "data": beds.map { ["beds": .int($0), "floor": ["level": 2]] },
        ])
    }

    @Test func `history as CSV has a row for each change and a column for each member`() throws {
        let all = [change(3, "removed", nil), change(2, "changed", 8), change(1, "added", 7)]
        daemon.on("GetHistory") { call in
            let start = call.parameters["next"]?.string.flatMap { Int($0) } ?? 0
            call.reply(
                .members([
                    "records": [], "changes": .array(Array(all[start..<min(start + 2, 3)])),
                    "next": start == 0 ? "2" : nil,
                ]))
        }
        let run = try daemon.run(
            "history", "wards", "--between", "2026-11-03T14:00:00Z", "2026-11-04T00:00:00Z", "--format", "csv"
        )
        #expect(
            run.output == """
                @at,@key,@change,beds,floor.level\r
                2026-11-03T14:05:00Z,1,removed,,\r
                2026-11-03T14:04:00Z,1,changed,8,2\r
                2026-11-03T14:03:00Z,1,added,7,2\r

                """)
        #expect(run.status == 0)
        let asked = daemon.asked.filter { $0.method == "GetHistory" }
        #expect(asked.map { $0.parameters["untilUSec"] } == [1_793_750_400_000_000, 1_793_750_400_000_000])
        let tsv = try daemon.run("history", "wards", "--format", "tsv", "--columns", "beds", "--no-legend")
        #expect(tsv.output.hasSuffix("2026-11-03T14:03:00Z\t1\tadded\t7\n"))
    }

    @Test func `a history that the log cuts off is incomplete`() throws {
        try daemon.answer("GetHistory", #"{"records": [], "changes": [], "cut": true}"#)
        let run = try daemon.run("history", "wards", "--between", "-1week", "now")
        #expect(run.status == 4 && run.error.contains("no longer in the log"))
        let json = try daemon.run("history", "wards", "--between", "-1week", "now", "--json")
        let gap = #"{"source":"wards","reason":"earlier changes are no longer in the log"}"#
        #expect(json.status == 4 && json.output == "{\"unknown\":[\(gap)]}\n", "\(json.output)")
        #expect(try daemon.run("history", "wards").status == 0)
    }

    @Test(arguments: [
        (["--between", "now", "-1week"], "ends before it begins"), (["--between", "now"], "needs FROM TO"),
        (["--between", "-1week", "now", "--since", "2h"], "cannot be combined with --since"),
        (["--columns", "beds"], "--columns needs --format csv or tsv"),
        (["--format", "xml"], "is not one of"),
    ])
    func `wrong uses of history are named`(words: [String], complaint: String) throws {
        let run = try daemon.run(["history", "wards"] + words)
        #expect(run.status == 64 && run.error.contains(complaint), "\(run.error)")
    }
}

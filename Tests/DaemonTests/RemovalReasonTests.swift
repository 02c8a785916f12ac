import Reactive
import Records
import Testing
import Varlink

/// The reason why a record was removed, in the log and in events.
@Suite(.serialized) struct RemovalReasonTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    /// Starts a daemon with a table of three rows.
    private func start(_ settings: String = "", source: String = "") throws -> LiveDaemon {
        define(settings, source: source)
        folder.replace("rows.csv", "id,name,till\n1,one,\n2,two,2000-01-01\n3,three,\n")
        let daemon = try LiveDaemon(folder, clock: clock)
        try daemon.turn(until: "rows", is: "fresh")
        return daemon
    }

    private func define(_ settings: String, source: String = "") {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n\(source)[Table]\nDelimiter=,\n"
                + "[Record]\nKey=id\nTitle=name\n\(settings)")
    }

    /// Returns the removals in the log, newest first: `2 upstream two`.
    private func removals(_ daemon: LiveDaemon) throws -> [String] {
        let changes = try daemon.call("GetChanges")["changes"]?.array ?? []
        return changes.filter { $0["event"] == "removed" }.map { change in
            ["key", "reason", "title"].map { change[$0]?.string ?? "-" }.joined(separator: " ")
        }
    }

    /// Replaces the rows and waits for removals.
    private func replace(_ rows: String, count: Int = 1, _ daemon: LiveDaemon) throws -> [String] {
        folder.replace("rows.csv", "id,name,till\n" + rows)
        try daemon.turn(until: { try removals(daemon).count >= count })
        return try removals(daemon)
    }

    @Test func `a row that the document no longer has was removed by its upstream, in events too`() throws {
        let daemon = try start()
        let heard = try daemon.subscribe(["snapshot": false])
        try daemon.turn(until: { heard.has("ready") })
        #expect(try replace("1,one,\n3,three,\n", daemon) == ["2 upstream two"])
        try daemon.turn(until: { heard.has("removed") })
        let event = heard.events.first { $0["event"] == "removed" }
        #expect(event?["reason"] == "upstream" && event?["title"] == "two")
        let history = try daemon.call("GetHistory", ["source": "rows", "changes": true])
        #expect(history["changes"]?.array?.first?["reason"] == "upstream")
        daemon.end()
    }

    @Test func `a row that the document has, but that cannot be read, was rejected`() throws {
        let missing = try start("Require=name\n")
        #expect(try replace("1,one,\n2,,\n3,three,\n", missing) == ["2 rejected two"])
        missing.end()
    }

    @Test func `a row that a condition leaves out was rejected, others were removed upstream`() throws {
        let daemon = try start("Where=name != zwei\n")
        #expect(try replace("1,one,\n2,zwei,\n", count: 2, daemon) == ["3 upstream three", "2 rejected two"])
        daemon.end()
    }

    @Test func `no reason is stated if a part that cannot be read may have been the row`() throws {
        let daemon = try start("Require=name\n")
        #expect(try replace("1,one,\n3,three,\n2\n", daemon) == ["2 - two"])
        daemon.end()
    }

    @Test func `a row whose end has passed was removed by the clock`() throws {
        let daemon = try start("Time=till\nUntil=till\n")
        #expect(try replace("1,one,\n3,three,\n", daemon) == ["2 clock two"])
        daemon.end()
    }

    @Test func `rows above Keep= were removed by retention`() throws {
        let daemon = try start(source: "Keep=1\n")
        #expect(try replace("4,four,\n", count: 2, daemon).allSatisfy { $0.contains(" retention ") })
        daemon.end()
    }

    @Test func `the records of a removed source were removed with its definition`() throws {
        let daemon = try start()
        folder.remove("etc/sources.d/rows.source")
        _ = try daemon.call("Reload")
        _ = try daemon.call("RemoveSource", ["name": "rows"])
        #expect(try removals(daemon) == ["3 definition three", "2 definition two", "1 definition one"])
        daemon.end()
    }

    @Test func `a definition that leaves out rows of the kept document removes them`() throws {
        let daemon = try start()
        define("Where=name != two\n")
        _ = try daemon.call("Reload")
        try daemon.turn(until: { try !removals(daemon).isEmpty })
        #expect(try removals(daemon) == ["2 definition two"])
        daemon.end()
    }

    @Test func `a leaf has the reasons of its hub`() throws {
        let fleet = try Fleet()
        let leaf = try fleet.leaf()
        try fleet.change(to: "1,one\n", count: 1)
        try leaf.turn(until: { try removals(leaf).count == 1 })
        #expect(try removals(leaf).map { $0.contains(" upstream ") } == [true])
        leaf.end()
    }

    @Test func `a record that no longer meets the condition of a link was rejected`() throws {
        let fleet = try Fleet(rows: "1,one\n2,one\n")
        let leaf = try fleet.leaf(mirror: "Sources=rows\nWhere=name = one")
        fleet.hubFolder.replace("rows.csv", "id,name\n1,one\n2,two\n")
        try leaf.turn(until: { try removals(leaf).count == 1 })
        #expect(try removals(leaf).map { $0.hasPrefix("2 rejected ") } == [true])
        leaf.end()
    }

    @Test func `no reason is stated for what a snapshot lacks, since another condition may be why`() throws {
        let fleet = try Fleet(rows: "1,one\n2,two\n")
        let folder = Folder()
        try fleet.leaf(on: folder, mirror: "Sources=rows\nWhere=name = one").end()
        let again = try fleet.leaf(on: folder, mirror: "Sources=rows\nWhere=name = two")
        #expect(try removals(again).map { $0.hasPrefix("1 - ") } == [true])
        again.end()
    }
}

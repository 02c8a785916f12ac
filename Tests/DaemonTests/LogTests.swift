import Reactive
import Records
import Testing
import Varlink

/// GetChanges: the changes of several sources since a cursor or a moment.
@Suite(.serialized) struct LogTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    /// Starts a daemon with two tables of two rows.
    private func start() throws -> LiveDaemon {
        let daemon = try LiveDaemon(folder, clock: clock)
        for name in ["beds", "rooms"] {
            Fleet.define(name, in: folder)
            folder.replace("\(name).csv", "id,name\n1,one\n2,two\n")
            try daemon.turn(until: name, is: "fresh")
        }
        return daemon
    }

    private func ask(
        _ daemon: LiveDaemon, since: JSON? = nil, from moment: UTC? = nil, _ selector: JSON? = nil,
        limit: Int? = nil, next: JSON? = nil
    ) throws -> JSON {
        try daemon.call(
            "GetChanges",
            .members([
                "selector": selector, "since": since, "sinceUSec": moment.map { .int($0.microseconds) },
                "limit": limit.map { .int($0) }, "next": next,
            ]))
    }

    /// Replaces a table and waits until the log has so many changes more.
    private func replace(_ name: String, _ rows: String, by count: Int, _ daemon: LiveDaemon) throws {
        let cursor = try ask(daemon)["cursor"]
        folder.replace("\(name).csv", "id,name\n" + rows)
        try daemon.turn(until: { try ask(daemon, since: cursor).changes.count == count })
    }

    @Test func `the changes after a cursor are of all sources, newest first`() throws {
        let daemon = try start()
        let first = try ask(daemon)
        #expect(first.changes.count == 4 && first["cut"] == nil)
        #expect(first["fromUSec"] == first["changes"]?.array?.last?["realtimeUSec"])
        let cursor = first["cursor"]
        try replace("beds", "1,uno\n2,two\n", by: 1, daemon)
        try replace("rooms", "1,one\n", by: 1, daemon)
        let reply = try ask(daemon, since: cursor)
        #expect(reply.changes == ["rooms/2 removed", "beds/1 changed"])
        #expect(reply["changes"]?.array?.last?["previous"] == ["name": "one"])
        #expect(reply["next"] == nil && reply["unknown"] == nil)
        #expect(try ask(daemon, since: reply["cursor"]).changes.isEmpty)
        daemon.end()
    }

    @Test func `a selector and a moment select changes`() throws {
        let daemon = try start()
        clock.advance(by: .seconds(60))
        let moment = folder.wall
        try replace("beds", "1,uno\n2,dos\n", by: 2, daemon)
        #expect(try ask(daemon, from: moment).changes == ["beds/2 changed", "beds/1 changed"])
        #expect(try ask(daemon, ["sources": ["rooms"]]).changes == ["rooms/2 added", "rooms/1 added"])
        let dos: JSON = ["where": ["name = dos"]]
        #expect(try ask(daemon, from: moment, dos).changes == ["beds/2 changed"])
        daemon.end()
    }

    @Test func `pages have each change once and one cursor, whatever happens meanwhile`() throws {
        let daemon = try start()
        var found: [String] = []
        var page = try ask(daemon, limit: 1)
        let cursor = page["cursor"]
        try replace("beds", "1,uno\n2,two\n", by: 1, daemon)
        for _ in 0..<9 {
            found += page.changes
            #expect(page["cursor"] == cursor)
            guard let next = page["next"] else { break }
            page = try ask(daemon, limit: 1, next: next)
        }
        #expect(found == ["rooms/2 added", "rooms/1 added", "beds/2 added", "beds/1 added"])
        #expect(try ask(daemon, since: cursor).changes == ["beds/1 changed"])
        daemon.end()
    }

    @Test func `a removed source is found by its name`() throws {
        let daemon = try start()
        let cursor = try ask(daemon)["cursor"]
        folder.remove("etc/sources.d/rooms.source")
        _ = try daemon.call("Reload")
        _ = try daemon.call("RemoveSource", ["name": "rooms"])
        let reply = try ask(daemon, since: cursor, ["sources": ["r*"]])
        #expect(reply.changes == ["rooms/2 removed", "rooms/1 removed"])
        #expect(try ask(daemon, since: cursor, ["kinds": ["table"]]).changes.isEmpty)
        daemon.end()
    }

    @Test func `an unknown cursor has all that the log has, and says where it begins`() throws {
        let daemon = try start()
        let reply = try ask(daemon, since: "0123456789abcdef.7")
        #expect(reply.changes.count == 4 && reply["cut"] == true)
        let from = try #require(reply["fromUSec"]?.int)
        #expect(Int64(from) == reply["changes"]?.array?.last?["realtimeUSec"]?.int.map(Int64.init))
        #expect(daemon.refusal(of: "GetChanges", ["since": "?"])?.name.hasSuffix("InvalidParameter") == true)
        #expect(daemon.refusal(of: "GetChanges", ["next": "?"])?.name.hasSuffix("InvalidParameter") == true)
        daemon.end()
    }

    @Test func `changes that the definition hides are unknown`() throws {
        let daemon = try start()
        let cursor = try ask(daemon)["cursor"]
        folder.write(
            "etc/sources.d/beds.source",
            "[Source]\nKind=table\nHistory=1h\nPath=\(folder.path)/beds.csv\n[Table]\nDelimiter=,\n"
                + "[Record]\nKey=id\n")
        _ = try daemon.call("Reload")
        clock.advance(by: .seconds(7200))
        let reply = try ask(daemon)
        #expect(reply.changes == ["rooms/2 added", "rooms/1 added"])
        #expect(reply["unknown"]?.array?.map { $0["reason"] } == ["history"])
        #expect(try ask(daemon, since: cursor)["unknown"] == nil)
        daemon.end()
    }
}

extension JSON {
    /// The changes of an answer: `beds/1 changed`.
    fileprivate var changes: [String] {
        (self["changes"]?.array ?? []).map { change in
            [change["source"], change["key"], change["event"]].map { $0?.string ?? "?" }
                .enumerated().reduce("") { $0 + ["", "/", " "][$1.offset] + $1.element }
        }
    }
}

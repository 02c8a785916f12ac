import Records
import TestServer
import Testing

/// Alerts that an upstream's answers lack, in a whole daemon.
@Suite(.serialized) struct AlertAbsenceTests {
    private let folder = Folder()

    /// Returns a list of alerts, with the upstream's time or without one.
    private func list(_ names: String..., date states: Bool = true) -> HTTPServer.Act {
        let features = names.map {
            #"{"type":"Feature","geometry":null,"properties":{"id":"\#($0)","sent":"2027-01-15T07:00:00Z","ends":"2027-02-15T07:00:00Z","status":"Actual","messageType":"Alert","event":"Flood"}}"#
        }
        return .good(
            #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#,
            "ETag: \"1\"\r\n\(states ? folder.dateField : "")")
    }

    private func data(of key: String, _ web: WebFixture) throws -> JSON? {
        let records = try web.fixture.call("GetSnapshot")["records"]?.array ?? []
        return records.first { $0["key"]?.string == key }?["data"]
    }

    /// Returns the changes in the log, newest first, with the reasons of removals.
    private func changes(_ web: WebFixture) throws -> [String] {
        let changes = try web.fixture.call("GetChanges")["changes"]?.array ?? []
        return changes.map { change in
            ["event", "key", "reason"].compactMap { change[$0]?.string }.joined(separator: " ")
        }
    }

    @Test
    func
        `an alert that is missing is marked without an event, also after a restart, and returns without one`()
        throws
    {
        let web = try WebFixture("Kind=alert\nRefresh=1h\n", in: folder, list("a", "b"))
        let heard = try web.fixture.subscribe(["snapshot": false])
        try web.fixture.turn(until: { heard.has("ready") })
        _ = try web.ask(list("a"))
        #expect(try data(of: "b", web)?["unconfirmed"] != nil)
        _ = try web.ask(list())
        #expect(try web.keys == ["a", "b"])
        _ = try web.ask(list("a", "b"))
        #expect(try data(of: "b", web)?["unconfirmed"] == nil && data(of: "a", web)?["unconfirmed"] == nil)
        #expect(heard.records.isEmpty)
        web.fixture.end()
    }

    @Test func `an answer that nothing is modified confirms that an alert is missing`() throws {
        let web = try WebFixture("Kind=alert\nRefresh=1h\n", in: folder, list("a", "b"))
        _ = try web.ask(list("a"))
        func unmodified() -> HTTPServer.Act {
            .answer("304 Not Modified", "ETag: \"1\"\r\n" + folder.dateField, "")
        }
        _ = try web.ask(unmodified())
        #expect(try web.keys == ["a", "b"])
        // The log can be read while a record has the mark, and has it without.
        #expect(try changes(web) == ["added b", "added a"])
        folder.clockError = .seconds(301)
        _ = try web.ask(unmodified())
        #expect(try web.keys == ["a"])
        #expect(try changes(web) == ["removed b unconfirmed", "added b", "added a"])
        web.fixture.end()
    }

    @Test func `a clock that is wrong does not end what one answer lacks`() throws {
        let web = try WebFixture("Kind=alert\nRefresh=1h\nKeep=1d\n", in: folder, list("a", "b"))
        _ = try web.ask(list("a"))
        folder.clockError = .seconds(10 * 86_400)
        _ = try web.ask(list("a", date: false))
        #expect(try web.keys == ["a", "b"])
        // The upstream's own time confirms it.
        _ = try web.ask(list("a"))
        #expect(try web.keys == ["a"])
        web.fixture.end()
    }

    @Test func `a mark outlives the passing of time, and a restart`() throws {
        let web = try WebFixture("Kind=alert\nRefresh=1h\n", in: folder, list("a", "b"))
        _ = try web.ask(list("a"))
        let mark = try data(of: "b", web)?["unconfirmed"]
        web.fixture.end()
        let next = try LiveDaemon(folder)
        try next.turn(until: { (try? next.call("GetSnapshot")["records"]?.array?.count) == 2 })
        let records = try next.call("GetSnapshot")["records"]?.array ?? []
        #expect(records.last?["data"]?["unconfirmed"] == mark && mark != nil)
        next.end()
    }
}

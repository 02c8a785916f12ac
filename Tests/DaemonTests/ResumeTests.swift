import Records
import Testing

/// The source states that a subscriber receives when it resumes.
@Suite(.serialized) struct ResumeTests {
    private let folder = Folder()

    private func definition(_ more: String = "") -> String {
        "[Source]\nKind=table\n\(more)Path=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n"
    }

    private func begin() throws -> LiveDaemon {
        folder.write("etc/sources.d/rows.source", definition())
        folder.write("rows.csv", "id,name\n1,one\n")
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: "rows", is: "fresh")
        return fixture
    }

    @Test func `a subscriber that resumes receives the source states that changed meanwhile`() throws {
        let fixture = try begin()
        let before = try #require(fixture.call("GetStatus")["cursor"]?.string)
        folder.replace("rows.csv", "id,name\n1,one\n2,two\n")
        try fixture.turn(until: { (try? fixture.call("GetStatus")["records"]) == 2 })
        folder.replace("rows.csv", "<html>503</html>")
        try fixture.turn(until: "rows", is: "failing")

        let heard = try fixture.subscribe(["since": .string(before)])
        try fixture.turn(until: { heard.has("ready") })
        #expect(
            heard.events.compactMap { $0["event"]?.string } == ["subscribed", "added", "source", "ready"])
        #expect(heard.events.first { $0["event"] == "source" }?["runtime"]?["health"] == "failing")
        fixture.end()
    }

    @Test func `a subscriber that is up to date receives its own connection time`() throws {
        let fixture = try begin()
        let warned: JSON = ["selector": ["fields": ["/nothing"]], "snapshot": false]
        var last = 0
        for request: JSON in [["snapshot": false], ["snapshot": false], warned, warned, ["snapshot": false]] {
            let heard = try fixture.subscribe(request)
            try fixture.turn(until: { heard.has("ready") })
            // The state of a source may be news to a subscriber that begins at the end of the log.
            let events = heard.events.filter { $0["event"] != "source" }
            let times = events.compactMap { $0["realtimeUSec"]?.int }
            #expect(events.compactMap { $0["event"]?.string } == ["subscribed", "ready"])
            #expect((events[0]["warnings"] != nil) == (request == warned))
            #expect(times.count == 2 && times[0] == times[1] && times[0] > last)
            last = times.last ?? 0
        }
        fixture.end()
    }

    @Test func `a source state has no cursor beyond the changes sent before`() throws {
        let fixture = try begin()
        let before = try #require(fixture.call("GetStatus")["cursor"]?.string)
        // More bytes than a socket holds while its peer does not read.
        let rows = "1,one\n2,\(String(repeating: "n", count: 500_000))\n"
        folder.replace("rows.csv", "id,name\n" + rows)
        try fixture.turn(until: { (try? fixture.call("GetStatus")["records"]) == 2 })
        folder.replace("rows.csv", "<html>503</html>")
        try fixture.turn(until: "rows", is: "failing")

        let peer = RawPeer(fixture.socketPath)
        let selector = #""parameters":{"since":"\#(before)"},"more":true}"#
        peer.send(#"{"method":"io.almanac.Subscribe","# + selector + "\n")
        try fixture.turn(until: { (try? fixture.call("GetStatus")["subscribers"]) == 1 })
        folder.replace("rows.csv", "id,name\n" + rows + "3,three\n")
        try fixture.turn(until: { (try? fixture.call("GetStatus")["records"]) == 3 })

        var lines: [String] = []
        try fixture.turn(until: {
            lines = peer.lines
            return lines.contains { $0.contains(#""key":"3""#) }
        })
        var (told, states) = (0, 0)
        for event in try lines.map({ try JSON(parsing: Array($0.utf8))["parameters"] ?? .null }) {
            let number = event["cursor"]?.string?.split(separator: ".").last.flatMap { Int($0) } ?? 0
            if event["event"] == "added" || event["event"] == "changed" { told = number }
            guard event["event"] == "source" else { continue }
            states += 1
            #expect(number <= told)
        }
        #expect(states > 0)
        fixture.end()
    }

    @Test func `a subscriber that resumes receives no states of unchanged sources`() throws {
        let fixture = try begin()
        let live = try fixture.subscribe()
        try fixture.turn(until: { live.has("ready") })
        folder.replace("rows.csv", "id,name\n1,one\n2,two\n")
        try fixture.turn(until: { live.has("added") })

        let heard = try fixture.subscribe(["since": .string(live.cursor)])
        try fixture.turn(until: { heard.has("ready") })
        #expect(heard.events.compactMap { $0["event"]?.string } == ["subscribed", "ready"])
        fixture.end()
    }

    @Test func `many subscribers that connect together receive the same snapshot`() throws {
        let fixture = try begin()
        folder.replace("rows.csv", "id,name\n" + (0..<450).map { "\($0),n\($0)\n" }.joined())
        try fixture.turn(until: { (try? fixture.call("GetStatus")["records"]) == 450 })
        let crowd = try (0..<30).map { _ in try fixture.subscribe() }
        try fixture.turn(until: { crowd.allSatisfy { $0.has("ready") } })
        let first = crowd[0].records
        #expect(Set(first).count == 450)
        #expect(crowd.allSatisfy { $0.records == first })
        fixture.end()
    }

    @Test func `the event of a source has its context, as the list of sources does`() throws {
        let fixture = try begin()
        defer { fixture.end() }
        let heard = try fixture.subscribe()
        try fixture.turn(until: { heard.has("ready") })
        folder.replace("rows.csv", "<html>503</html>")
        try fixture.turn(until: "rows", is: "failing")
        try fixture.turn(until: { heard.has("source") })
        #expect(heard.events.last { $0["event"] == "source" }?["context"] == (try context(fixture)))

        // One that was away is sent the same.
        let late = try fixture.subscribe(["since": .string(heard.cursor)])
        try fixture.turn(until: { late.has("ready") })
        #expect(late.events.first { $0["event"] == "source" }?["context"] == (try context(fixture)))
    }

    @Test func `a changed definition is an event, although the health stays`() throws {
        let fixture = try begin()
        defer { fixture.end() }
        let heard = try fixture.subscribe(["snapshot": false])
        try fixture.turn(until: { heard.has("ready") })
        func titles() -> [JSON?] {
            heard.events.filter { $0["event"] == "source" && $0["runtime"]?["health"] == "fresh" }
                .map { $0["context"]?["title"] }
        }
        let before = titles().count
        folder.replace("etc/sources.d/rows.source", definition("Title=Rows\n"))
        try fixture.turn(until: { titles().last == "Rows" })
        #expect(titles().count == before + 1)
        // The same definition once more is none.
        _ = try fixture.call("Reload")
        #expect(titles().count == before + 1)

        let count = heard.events.count
        folder.remove("etc/sources.d/rows.source")
        _ = try fixture.call("RemoveSource", ["name": "rows"])
        try fixture.turn(until: { heard.events.dropFirst(count).contains { $0["runtime"] == nil } })
        #expect(heard.events.last { $0["event"] == "source" }?["context"] == nil)
    }

    /// The context of the source in the list of sources.
    private func context(_ fixture: LiveDaemon) throws -> JSON? {
        try fixture.call("ListSources")["sources"]?.array?.first?["context"]
    }
}

import Reactive
import Records
import Testing
import Varlink

/// The heartbeats of subscribers.
@Suite(.serialized) struct HeartbeatTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    private func beats(_ heard: Heard) -> [JSON] { heard.events.filter { $0["event"] == "heartbeat" } }

    @Test func `a subscriber receives heartbeats if it requests them`() throws {
        let fixture = try LiveDaemon(folder, clock: clock)
        let heard = try fixture.subscribe(["heartbeatUSec": 60_000_000])
        let other = try fixture.subscribe()
        try fixture.turn(until: { heard.has("ready") && other.has("ready") })
        for count in 1...3 {
            clock.advance(by: .seconds(60))
            try fixture.turn(until: { beats(heard).count == count })
        }
        let cursor = try fixture.call("GetStatus")["cursor"]
        #expect(beats(heard).allSatisfy { $0["cursor"] == cursor })
        #expect(beats(other).isEmpty)
        fixture.end()
    }

    @Test func `a heartbeat interval below a second is refused`() throws {
        let fixture = try LiveDaemon(folder, clock: clock)
        #expect(throws: VarlinkError.self) {
            try fixture.call("Subscribe", ["heartbeatUSec": 999_999], more: true)
        }
        fixture.end()
    }

    @Test func `a subscriber with unread events receives no heartbeat`() throws {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        let long = String(repeating: "n", count: 900_000)
        folder.write("rows.csv", "id,name\n1,\(long)\n")
        let fixture = try LiveDaemon(folder, clock: clock)
        try fixture.turn(until: "rows", is: "fresh")
        let peer = RawPeer(folder.path + "/run/io.almanac")
        peer.send(
            #"{"method":"io.almanac.Subscribe","more":true,"parameters":{"heartbeatUSec":1000000}}"# + "\n")
        try fixture.turn(until: { (try? fixture.call("GetStatus")["subscribers"]) == 1 })
        clock.advance(by: .seconds(200))
        var lines: [String] = []
        try fixture.turn(until: {
            lines = peer.lines
            return lines.contains { $0.contains(#""ready""#) }
        })
        #expect(lines.filter { $0.contains(#""heartbeat""#) }.count < 10)
        fixture.end()
    }
}

import Reactive
import Records
import Testing
import Varlink

/// What a reader hears while nothing happens.
@Suite(.serialized) struct HeartbeatTests {
    private let folder = Folder()
    private let clock = ManualScheduler()

    private func beats(_ heard: Heard) -> [JSON] { heard.events.filter { $0["event"] == "heartbeat" } }

    @Test func `whoever asks for it hears every so often that nothing happened, and nobody else does`() throws
    {
        let house = try LiveHouse(folder, clock: clock)
        let heard = try house.subscribe(["heartbeatUSec": 60_000_000])
        let other = try house.subscribe()
        try house.turn(until: { heard.has("ready") && other.has("ready") })
        for count in 1...3 {
            clock.advance(by: .seconds(60))
            try house.turn(until: { beats(heard).count == count })
        }
        let cursor = try house.call("GetStatus")["cursor"]
        #expect(beats(heard).allSatisfy { $0["cursor"] == cursor })
        #expect(beats(other).isEmpty)
        house.end()
    }

    @Test func `less than a second is refused`() throws {
        let house = try LiveHouse(folder, clock: clock)
        #expect(throws: VarlinkError.self) {
            try house.call("Subscribe", ["heartbeatUSec": 999_999], more: true)
        }
        house.end()
    }

    @Test func `who has not taken what happened is not told that nothing did`() throws {
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        let long = String(repeating: "n", count: 900_000)
        folder.write("rows.csv", "id,name\n1,\(long)\n")
        let house = try LiveHouse(folder, clock: clock)
        try house.turn(until: "rows", is: "fresh")
        let peer = RawPeer(folder.path + "/run/io.almanac")
        peer.send(
            #"{"method":"io.almanac.Subscribe","more":true,"parameters":{"heartbeatUSec":1000000}}"# + "\n")
        try house.turn(until: { (try? house.call("GetStatus")["subscribers"]) == 1 })
        clock.advance(by: .seconds(200))
        var lines: [String] = []
        try house.turn(until: {
            lines = peer.lines
            return lines.contains { $0.contains(#""ready""#) }
        })
        #expect(lines.filter { $0.contains(#""heartbeat""#) }.count < 10)
        house.end()
    }
}

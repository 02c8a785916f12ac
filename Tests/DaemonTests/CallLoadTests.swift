import Daemon
import Records
import Testing
import Varlink

/// More calls than the daemon can serve at once, and clients that disconnect before the reply.
@Suite(.serialized) struct CallLoadTests {
    private static let rows = 2_000
    private let folder = Folder()

    /// A daemon with many searchable places.
    private func fixture(_ settings: String = "") throws -> LiveDaemon {
        folder.write("etc/almanac.conf", "[Almanac]\n\(settings)\n")
        folder.write(
            "etc/sources.d/places.source",
            "[Source]\nKind=table\nPath=\(folder.path)/places.csv\nRefresh=7d\n[Table]\nDelimiter=,\n"
                + "[Record]\nKey=id\nTitle=name\nLocation=lat lon\n")
        folder.write("places.csv", text())
        let fixture = try LiveDaemon(folder)
        try fixture.turn(until: {
            let found = try? fixture.call("Nearby", ["latitude": 40, "longitude": 0, "limit": 1_000])
            return found?["neighbors"]?.array?.count == 1_000 && (try? count("changes", fixture)) == Self.rows
        })
        return fixture
    }

    private func text(_ word: String = "place") -> String {
        (0..<Self.rows).reduce(into: "id,name,lat,lon\n") {
            $0 += "k\($1),\(word) \($1),\(40 + Double($1 / 50) / 10),\(Double($1 % 50) / 10)\n"
        }
    }

    private func count(_ name: String, _ fixture: LiveDaemon) throws -> Int {
        try fixture.call("GetStatus")["counters"]?[name]?.int ?? 0
    }

    private static let search =
        #"{"method":"io.almanac.Search","parameters":{"text":"p","selector":{"keys":["none"]}}}"# + "\n"
    private static let nearby =
        #"{"method":"io.almanac.Nearby","parameters":{"latitude":1,"longitude":1,"#
        + #""selector":{"keys":["none"]}}}"# + "\n"

    @Test func `calls of clients that disconnected are dropped, whatever their method`() throws {
        let fixture = try fixture()
        let before = try count("readSlices", fixture)
        let heard = try fixture.subscribe(["snapshot": false])
        try fixture.turn(until: { heard.has("ready") })
        let calls = [
            Self.search, Self.nearby, #"{"method":"io.almanac.GetSnapshot","more":true}"# + "\n",
            #"{"method":"io.almanac.Subscribe","more":true}"# + "\n",
            #"{"method":"io.almanac.Subscribe","more":true,"parameters":{"since":"x.1"}}"# + "\n",
        ]
        for _ in 0..<10 {
            for number in 0..<50 { RawSocket(fixture.socketPath).send(calls[number % calls.count]) }
            _ = try count("readSlices", fixture)
        }
        try fixture.turn(until: { (try? fixture.call("GetStatus")["subscribers"]) == 1 })
        let slices = try count("readSlices", fixture) - before
        // Serving all of them would take more than 1,500 slices.
        #expect(slices < 400, "500 calls of clients that are gone took \(slices) slices")
        #expect(try count("cancelledReads", fixture) > 200)

        folder.replace("places.csv", text("other"))
        try fixture.turn(until: { heard.records.contains("changed k7") })
        fixture.end()
    }

    @Test func `waiting and running calls end when their connections do`() throws {
        let fixture = try fixture()
        let (start, cancelled) = (try count("readSlices", fixture), try count("cancelledReads", fixture))
        do {
            let peers = (0..<50).map { _ in RawSocket(fixture.socketPath) }
            for peer in peers { peer.send(Self.nearby) }
            try fixture.turn(until: { (try? count("readSlices", fixture) > start + 8) ?? false })
            withExtendedLifetime(peers) {}
        }
        try fixture.turn(until: { (try? count("cancelledReads", fixture) > cancelled + 10) ?? false })
        // Answering all of them takes at least 250 slices. How many it takes until the loop notices depends
        // on the load.
        #expect(try count("readSlices", fixture) - start < 250)
        fixture.end()
    }

    @Test func `short calls do not wait for long ones`() throws {
        let fixture = try fixture()
        let start = try count("readSlices", fixture)
        let peers = (0..<50).map { _ in RawPeer(fixture.socketPath) }
        for peer in peers { peer.send(Self.nearby) }
        let slices = try count("readSlices", fixture) - start
        #expect(slices < 40, "GetStatus waited for \(slices) slices")
        try fixture.turn(until: { peers.allSatisfy { $0.lines.count == 1 } })
        #expect(peers.allSatisfy { $0.lines == [#"{"parameters":{"neighbors":[]}}"#] })
        #expect(try count("readSlices", fixture) - start >= 250)
        fixture.end()
    }

    @Test func `calls beyond the limit are refused, and the others are answered`() throws {
        let fixture = try fixture("MaxCalls=2")
        let peers = (0..<20).map { _ in RawPeer(fixture.socketPath) }
        for peer in peers { peer.send(Self.nearby) }
        try fixture.turn(until: { peers.allSatisfy { $0.lines.count == 1 } })
        let refused = peers.filter {
            $0.lines == [#"{"error":"io.almanac.TooManyCalls","parameters":{"limit":2}}"#]
        }
        let answered = peers.filter { $0.lines == [#"{"parameters":{"neighbors":[]}}"#] }
        #expect(!refused.isEmpty && answered.count >= 2 && refused.count + answered.count == 20)
        #expect(try count("refusedCalls", fixture) == refused.count)
        // Calls that were answered or refused no longer count.
        #expect(try fixture.call("Nearby", ["latitude": 40, "longitude": 0, "limit": 1])["neighbors"] != nil)
        fixture.end()
    }

    @Test func `a client that shuts down its sending side still receives its reply`() throws {
        let fixture = try fixture()
        let socket = RawSocket(fixture.socketPath)
        socket.send(Self.nearby)
        socket.finishSending()
        var received: [UInt8] = []
        try fixture.turn(until: {
            while let bytes = socket.receive() { received += bytes }
            return socket.isAtEnd
        })
        #expect(String(decoding: received, as: UTF8.self) == #"{"parameters":{"neighbors":[]}}"# + "\n")
        fixture.end()
    }
}

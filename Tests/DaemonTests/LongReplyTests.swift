import Records
import Systemd
import Testing
import Varlink

/// Calls whose replies are longer than a page.
@Suite(.serialized) struct LongReplyTests {
    private static let rows = 100
    private static let here: [JSON.Member] = [.init("latitude", 40), .init("longitude", 0)]
    private let folder = Folder()

    private func text(_ rows: Range<Int>, titles: String = "") -> String {
        let name = String(repeating: "x", count: 15_000)
        return "id,name,lat,lon,text\n"
            + rows.map { "k\($0),place \($0)\(titles),\(40 + Double($0) / 10),0,\(name)\n" }.joined()
    }

    /// A daemon with rows of 15 kB, all of which can be found.
    private func fixture(titles: String = "", isOrdinary: Bool = false) throws -> LiveDaemon {
        folder.write(
            "etc/sources.d/places.source",
            "[Source]\nKind=table\nPath=\(folder.path)/places.csv\nRefresh=7d\n[Table]\nDelimiter=,\n"
                + "[Record]\nKey=id\nTitle=name\nLocation=lat lon\nMinRecords=1\n")
        folder.write("places.csv", text(0..<Self.rows, titles: titles))
        let fixture = try LiveDaemon(folder, isOrdinary: isOrdinary)
        try fixture.turn(until: {
            (try? fixture.call("Search", ["text": "place", "count": true, "limit": 1])["total"])
                == .int(Self.rows)
        })
        return fixture
    }

    private func replies(_ fixture: LiveDaemon, _ method: String, _ parameters: JSON, more: Bool = true)
        throws -> [JSON]
    {
        let replies = Replies(fixture, method, parameters, more: more)
        try fixture.turn(until: { replies.isOver })
        #expect(replies.failure == nil)
        return replies.all
    }

    @Test(arguments: [("Search", "records"), ("Nearby", "neighbors")])
    func `a long list is one reply, or with more a reply for each page`(method: String, name: String) throws {
        let fixture = try fixture()
        let common: [JSON.Member] = [.init("limit", .int(Self.rows)), .init("count", true)]
        let parameters = JSON.object(
            (method == "Search" ? [.init("text", "place")] : Self.here) + common)
        let single = try replies(fixture, method, parameters, more: false)
        let all = try #require(single.first?[name]?.array)
        #expect(single.count == 1 && all.count == Self.rows && single[0]["total"] == .int(Self.rows))
        #expect(Set(all.compactMap { ($0["key"] ?? $0["record"]?["key"])?.string }).count == Self.rows)

        let pages = try replies(fixture, method, parameters)
        #expect(pages.count > 4 && pages.allSatisfy { $0.bytes.count < 512 << 10 })
        #expect(pages.flatMap { $0[name]?.array ?? [] } == all)
        #expect(pages.map { $0["total"] } == [.int(Self.rows)] + pages.dropFirst().map { _ in nil })
        fixture.end()
    }

    @Test func `a page of a history ends after a mebibyte, and says where the next one begins`() throws {
        let fixture = try fixture()
        let first = try fixture.call("GetHistory", ["source": "places", "limit": .int(Self.rows)])
        #expect((first["records"]?.array?.count ?? 0) < Self.rows && first["next"] != nil)
        let all = try replies(fixture, "GetHistory", ["source": "places", "limit": .int(Self.rows)])
        #expect(all.flatMap { $0["records"]?.array ?? [] }.count == Self.rows)
        fixture.end()
    }

    @Test func `suggestions longer than a page are complete`() throws {
        let fixture = try fixture(titles: " " + String(repeating: "y", count: 8_000))
        let parameters: JSON = ["prefix": "place", "limit": .int(Self.rows)]
        let single = try replies(fixture, "Suggest", parameters, more: false)
        #expect(single.first?["suggestions"]?.array?.count == Self.rows)
        let pages = try replies(fixture, "Suggest", parameters)
        #expect(pages.count > 2 && pages.flatMap { $0["suggestions"]?.array ?? [] }.count == Self.rows)
        fixture.end()
    }

    @Test func `records that are removed while a list is sent are omitted`() throws {
        let fixture = try fixture()
        let socket = RawSocket(fixture.socketPath)
        socket.send(#"{"method":"io.almanac.Search","parameters":{"text":"place","limit":100}}"# + "\n")
        var received: [UInt8] = []
        try fixture.turn(until: {
            received += socket.receive(atMost: 1000) ?? []
            return !received.isEmpty
        })
        folder.replace("places.csv", text(0..<1))
        try fixture.turn(until: { (try? fixture.runtime(of: "places")?["records"]) == 1 })
        try fixture.turn(until: {
            while let bytes = socket.receive() { received += bytes }
            return received.last == UInt8(ascii: "\n")
        })
        let found = try JSON(parsing: received.dropLast())["parameters"]?["records"]?.array?.count ?? 0
        #expect(found >= 10 && found < Self.rows)
        fixture.end()
    }

    @Test func `calls wait for their user's unread replies, and none is refused`() throws {
        let fixture = try fixture(isOrdinary: true)
        let peers = (0..<40).map { _ in RawSocket(fixture.socketPath) }
        for peer in peers {
            peer.send(#"{"method":"io.almanac.Search","parameters":{"text":"place","limit":100}}"# + "\n")
        }
        var most = 0
        for _ in 0..<300 {
            _ = try fixture.loop.turn(timeout: .milliseconds(2))
            most = max(most, fixture.unsent)
        }
        var received = peers.map { _ in 0 }
        var unread = Array(peers.enumerated())
        var isRefused = false
        try fixture.turn(until: {
            most = max(most, fixture.unsent)
            unread.removeAll { number, peer in
                guard let bytes = peer.receive() else { return false }
                received[number] += bytes.count
                isRefused = isRefused || String(decoding: bytes, as: UTF8.self).contains("TooMuchUnread")
                return bytes.last == UInt8(ascii: "\n")
            }
            return unread.isEmpty
        })
        #expect(!isRefused && received.allSatisfy { $0 > 1_500_000 })
        // Each client holds one page at most, although all have asked for more.
        #expect(most <= 40 * (300 << 10))
        fixture.end()
    }
}

import Reactive
import Records
import Systemd
import TestServer
import Testing
import Varlink

/// Users without privileges who request a lot.
@Suite(.serialized) struct UserLimitTests {
    private let folder = Folder()

    private func web(_ refresh: String, on loop: EventLoop) throws -> HTTPServer {
        let server = try HTTPServer(on: loop)
        server.script = { _ in [.good("id,name\n1,one\n")] }
        folder.write(
            "etc/sources.d/web.source",
            "[Source]\nKind=table\nURL=\(server.url("/"))\nAllowHTTP=yes\nAllowPrivate=yes\nRefresh=\(refresh)\n"
                + "[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        return server
    }

    @Test(arguments: [(true, 3), (false, 8)])
    func `requested refreshes share the budget of the source, and a refused one says when to try again`(
        isOrdinary: Bool, permitted: Int
    ) throws {
        let loop = try EventLoop()
        let server = try web("10min", on: loop)
        let fixture = try LiveDaemon(folder, on: loop, isOrdinary: isOrdinary)
        try fixture.turn(until: "web", is: "fresh")
        let answers = try (0..<8).map { _ in try fixture.call("Refresh", ["wait": true]) }
        let started = answers.filter { $0["started"] == ["web"] }
        #expect(started.count == permitted)
        #expect(server.heads.count == 1 + permitted)
        for answer in answers[permitted...] {
            #expect(answer["skipped"] == ["web"])
            #expect((500_000_000...600_000_000).contains(answer["retryAfterUSec"]?.int ?? 0))
        }
        fixture.end()
    }

    @Test func `the budget of a source grows by one attempt per interval`() throws {
        let (loop, clock) = (try EventLoop(), ManualScheduler())
        let server = try web("on-demand", on: loop)
        let fixture = try LiveDaemon(folder, on: loop, clock: clock, isOrdinary: true)
        for _ in 0..<5 { _ = try fixture.call("Refresh", ["wait": true]) }
        #expect(server.heads.count == 3)
        clock.advance(by: .seconds(50))
        _ = try fixture.call("Refresh", ["wait": true])
        #expect(server.heads.count == 3)
        clock.advance(by: .seconds(11))
        for _ in 0..<3 { _ = try fixture.call("Refresh", ["wait": true]) }
        #expect(server.heads.count == 4)
        fixture.end()
    }

    @Test func `a user can query place services only at a limited rate`() throws {
        let (fixture, server) = try LiveDaemon.asking("photon", in: folder, isOrdinary: true)
        server.answer = { _ in WebServer.Reply(body: "{\"type\":\"FeatureCollection\",\"features\":[]}") }
        var refusal: VarlinkError?
        var asked = 0
        while refusal == nil, asked < 200 {
            do throws(any Error) {
                _ = try fixture.call("Geocode", ["text": .string("place \(asked)")])
                asked += 1
            } catch {
                refusal = error as? VarlinkError
            }
        }
        guard case .service(let error) = refusal else { return #expect(refusal == nil) }
        #expect(error.name == "io.almanac.RateLimited")
        #expect((1...5_000_000).contains(error.parameters["retryAfterUSec"]?.int ?? 0))
        #expect(asked >= 60)
        #expect(server.questions.count == asked)
        fixture.end()
    }

    @Test func `a user can have a tenth of all subscriptions`() throws {
        folder.write("etc/almanac.conf", "[Almanac]\nMaxConnections=40\n")
        let fixture = try LiveDaemon(folder, isOrdinary: true)
        let heard = try (0..<4).map { _ in try fixture.subscribe() }
        try fixture.turn(until: { heard.allSatisfy { $0.has("ready") } })
        let error = fixture.refusal(of: "Subscribe", more: true)
        #expect(error?.name == "io.almanac.TooManySubscribers")
        #expect(error?.parameters["limit"] == 4)
        fixture.end()
    }

    @Test func `pages are not produced for a client that does not read`() throws {
        let name = String(repeating: "x", count: 3_000)
        folder.write("rows.csv", "id,name\n" + (0..<300).map { "\($0),\(name)\n" }.joined())
        folder.write(
            "etc/sources.d/rows.source",
            "[Source]\nKind=table\nPath=\(folder.path)/rows.csv\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        let fixture = try LiveDaemon(folder, isOrdinary: true)
        try fixture.turn(until: "rows", is: "fresh")
        let peers = (0..<60).map { _ in RawSocket(fixture.socketPath) }
        for peer in peers {
            peer.send("{\"method\":\"io.almanac.GetSnapshot\",\"parameters\":{\"limit\":1000}}\n")
        }
        var most = 0
        try fixture.turn(until: {
            most = max(most, fixture.unsent)
            return most > 14 << 20
        })
        for _ in 0..<100 {
            _ = try fixture.loop.turn(timeout: .milliseconds(2))
            most = max(most, fixture.unsent)
        }
        #expect(most <= 16 << 20 + 1 << 20)

        var unread = peers
        var refused = 0
        try fixture.turn(until: {
            unread.removeAll { peer in
                guard let bytes = peer.receive() else { return false }
                if String(decoding: bytes, as: UTF8.self).contains("TooMuchUnread") { refused += 1 }
                return bytes.last == UInt8(ascii: "\n")
            }
            return unread.isEmpty
        })
        #expect(refused < 60)
        fixture.end()
    }
}

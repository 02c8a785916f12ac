import Records
import TestServer
import Testing

/// Sources of one host that answers 429.
@Suite(.serialized) struct RefusedHostTests {
    private let folder = Folder()

    private func refresh(_ name: String, _ fixture: LiveDaemon) throws -> JSON? {
        _ = try fixture.call("Refresh", ["selector": ["sources": [.string(name)]], "wait": true])
        return try fixture.runtime(of: name)
    }

    private func start(_ count: Int) throws -> (LiveDaemon, HTTPServer) {
        let fixture = try LiveDaemon(folder)
        let server = try HTTPServer(on: fixture.loop)
        server.script = { _ in [.answer("200 OK", "", #"[{"id":1}]"#)] }
        for number in 0..<count {
            folder.write(
                "etc/sources.d/s\(number).source",
                "[Source]\nKind=json\nURL=\(server.url("/\(number)"))\nAllowHTTP=yes\nAllowPrivate=yes\n"
                    + "[Record]\nKey=id\n")
        }
        for number in 0..<count { try fixture.turn(until: "s\(number)", is: "fresh") }
        return (fixture, server)
    }

    @Test func `one refusal makes one source fail, and the others wait without a failure`() throws {
        let (fixture, server) = try start(3)
        server.script = { _ in [.answer("429 Slow down", "Retry-After: 600\r\n")] }
        let refused = try refresh("s0", fixture)
        #expect(refused?["health"] == "failing" && refused?["failure"]?["count"] == 1)
        let requests = server.heads.count
        for name in ["s1", "s2"] {
            let waiting = try refresh(name, fixture)
            #expect(waiting?["health"] == "fresh")
            #expect(waiting?["failure"]?["reason"] == "waiting" && waiting?["failure"]?["count"] == 0)
            let delay = (waiting?["nextUSec"]?.int ?? 0) - (waiting?["failure"]?["realtimeUSec"]?.int ?? 0)
            #expect((590_000_000...670_000_000).contains(delay), "after the pause, not after a backoff")
        }
        #expect(server.heads.count == requests)
        #expect(try fixture.call("GetStatus")["counters"]?["failed"] == 1)
        fixture.end()
    }

    @Test func `an earlier failure of a source that waits remains as it was`() throws {
        let (fixture, server) = try start(2)
        server.script = { head in
            [head.hasPrefix("GET /0") ? .answer("500 Oh") : .answer("429 Slow down", "Retry-After: 600\r\n")]
        }
        let failing = try refresh("s0", fixture)?["failure"]
        #expect(failing?["httpStatus"] == 500 && failing?["count"] == 1)
        _ = try refresh("s1", fixture)
        let waiting = try refresh("s0", fixture)
        #expect(waiting?["failure"] == failing)
        #expect(waiting?["health"] == "failing")
        fixture.end()
    }
}

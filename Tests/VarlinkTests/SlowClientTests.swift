import Reactive
import Records
import Systemd
import Testing
import Varlink

/// Clients that read what they are sent late, little by little, or never.
@Suite @MainActor struct SlowClientTests {
    private static let follow = "{\"method\":\"org.example.test.Follow\",\"more\":true}\0"

    @Test func `a client that reads nothing for minutes is disconnected`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send(Self.follow)
        try wire.until(fixture.loop) { !fixture.calls.isEmpty }
        var isClosed = false
        let subscription = fixture.calls[0].closed.sink { isClosed = true }
        fixture.calls[0].stream(["n": .string(String(repeating: "x", count: 1 << 20))])
        try fixture.settle()
        fixture.clock.advance(by: .seconds(200))
        #expect(!isClosed)
        fixture.clock.advance(by: .seconds(200))
        #expect(isClosed)
        #expect(fixture.sockets.count == 0)
        subscription.cancel()
    }

    @Test func `a client that reads nothing is logged once`() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            try await MainActor.run {
                let fixture = try Fixture()
                let wire = try fixture.connect()
                wire.send("{\"method\":\"org.example.test.Follow\",\"more\":true}\0")
                try wire.until(fixture.loop) { !fixture.calls.isEmpty }
                for _ in 0..<4 {
                    fixture.calls[0].stream(["n": .string(String(repeating: "x", count: 1 << 20))])
                    try fixture.settle()
                    fixture.clock.advance(by: .seconds(400))
                }
                try #require(fixture.sockets.count == 0)
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.split(separator: "\n").count { $0.contains("read nothing for 300") } == 1)
    }

    @Test func `a client that reads a little now and then stays connected`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send(Self.follow)
        try wire.until(fixture.loop) { !fixture.calls.isEmpty }
        let log = SharedFrames(of: try FrameLog(in: fixture.sockets, capacity: 8 << 20), after: 0)
        #expect(fixture.calls[0].follow(log, after: 0) { _ in })
        for mark in 1...200 {
            log.append([UInt8](repeating: 0x78, count: 19_999) + [0], mark: Int64(mark))
        }
        for _ in 0..<10 {
            try fixture.settle()
            fixture.clock.advance(by: .seconds(200))
            wire.read()
            #expect(!wire.isAtEnd)
        }
        #expect(wire.count() > 20)
    }

    @Test func `a call knows its unsent bytes and is notified when there are none`() throws {
        let fixture = try Fixture()
        let wire = try fixture.connect()
        wire.send(Self.follow)
        try wire.until(fixture.loop) { !fixture.calls.isEmpty }
        var drained = 0
        let subscription = fixture.calls[0].drained.sink { drained += 1 }
        let page = JSON.string(String(repeating: "x", count: 1 << 20))
        fixture.calls[0].stream(["n": page])
        try fixture.settle()
        #expect(fixture.calls[0].unsent > 0)
        #expect(drained == 0)
        try wire.until(fixture.loop) { drained == 1 }
        #expect(fixture.calls[0].unsent == 0)
        #expect(try wire.messages(1, on: fixture.loop)[0].utf8.count > 1 << 20)
        subscription.cancel()
    }
}

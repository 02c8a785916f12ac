import Reactive
import Records
import Systemd
import Testing
import Varlink

/// Clients that take what they are sent late, little by little, or never.
@Suite @MainActor struct SlowClientTests {
    private static let follow = "{\"method\":\"org.example.test.Follow\",\"more\":true}\0"

    @Test func `a client that takes nothing for minutes is closed`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send(Self.follow)
        try wire.until(house.loop) { !house.calls.isEmpty }
        var isClosed = false
        let subscription = house.calls[0].closed.sink { isClosed = true }
        house.calls[0].stream(["n": .string(String(repeating: "x", count: 1 << 20))])
        try house.settle()
        house.clock.advance(by: .seconds(200))
        #expect(!isClosed)
        house.clock.advance(by: .seconds(200))
        #expect(isClosed)
        #expect(house.sockets.count == 0)
        subscription.cancel()
    }

    @Test func `that a client takes nothing is logged once`() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            try await MainActor.run {
                let house = try House()
                let wire = try house.connect()
                wire.send("{\"method\":\"org.example.test.Follow\",\"more\":true}\0")
                try wire.until(house.loop) { !house.calls.isEmpty }
                for _ in 0..<4 {
                    house.calls[0].stream(["n": .string(String(repeating: "x", count: 1 << 20))])
                    try house.settle()
                    house.clock.advance(by: .seconds(400))
                }
                try #require(house.sockets.count == 0)
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.split(separator: "\n").count { $0.contains("taken nothing for 300") } == 1)
    }

    @Test func `a client that takes a little now and then is not closed`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send(Self.follow)
        try wire.until(house.loop) { !house.calls.isEmpty }
        let log = SharedFrames(of: try FrameLog(in: house.sockets, capacity: 8 << 20), after: 0)
        #expect(house.calls[0].follow(log, after: 0) { _ in })
        for mark in 1...200 {
            log.append([UInt8](repeating: 0x78, count: 19_999) + [0], mark: Int64(mark))
        }
        for _ in 0..<10 {
            try house.settle()
            house.clock.advance(by: .seconds(200))
            wire.read()
            #expect(!wire.isAtEnd)
        }
        #expect(wire.count() > 20)
    }

    @Test func `whoever streams is told what waits, and when nothing does any more`() throws {
        let house = try House()
        let wire = try house.connect()
        wire.send(Self.follow)
        try wire.until(house.loop) { !house.calls.isEmpty }
        var drained = 0
        let subscription = house.calls[0].drained.sink { drained += 1 }
        let page = JSON.string(String(repeating: "x", count: 1 << 20))
        house.calls[0].stream(["n": page])
        try house.settle()
        #expect(house.calls[0].unsent > 0)
        #expect(drained == 0)
        try wire.until(house.loop) { drained == 1 }
        #expect(house.calls[0].unsent == 0)
        #expect(try wire.messages(1, on: house.loop)[0].utf8.count > 1 << 20)
        subscription.cancel()
    }
}

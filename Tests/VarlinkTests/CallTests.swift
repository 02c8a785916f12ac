import Reactive
import Records
import Systemd
import Testing
import Varlink

@Suite @MainActor struct CallTests {
    private static let follow = "{\"method\":\"org.example.test.Follow\",\"more\":true}\0"

    /// Makes a call whose handler keeps an object with `wait(for:)`.
    ///
    /// - Returns: The house, the client, and whether the object was cancelled.
    private func waiting() throws -> (Fixture, Wire, () -> Bool) {
        let (fixture, awaited) = (try Fixture(), PassthroughSubject<Void, Never>())
        let wire = try fixture.connect()
        wire.send(Self.follow)
        try wire.until(fixture.loop) { !fixture.calls.isEmpty }
        var isCancelled = false
        fixture.calls[0].wait(for: awaited.handleEvents(receiveCancel: { isCancelled = true }).sink { _ in })
        return (fixture, wire, { isCancelled })
    }

    @Test func `an object that a call waits for is kept until the last reply`() throws {
        let (fixture, _, isCancelled) = try waiting()
        fixture.calls[0].stream(["n": 1])
        #expect(!isCancelled())
        fixture.calls[0].reply(["n": 2])
        #expect(isCancelled())
    }

    @Test func `the object is released when the client disconnects`() throws {
        let (fixture, wire, isCancelled) = try waiting()
        wire.close()
        try fixture.turn { isCancelled() }
        #expect(fixture.calls[0].isOver)
    }

    @Test func `a call waits for one object at a time`() throws {
        let (fixture, _, isCancelled) = try waiting()
        fixture.calls[0].wait(for: AnyCancellable {})
        #expect(isCancelled())
        #expect(!fixture.calls[0].isOver)
    }

    @Test func `the end of an object may let the call wait for the next one`() throws {
        let (fixture, _, _) = try waiting()
        var cancelled: [String] = []
        let call = fixture.calls[0]
        call.wait(
            for: AnyCancellable {
                cancelled.append("first")
                call.wait(for: AnyCancellable { cancelled.append("last") })
            })
        call.wait(for: AnyCancellable { cancelled.append("second") })
        #expect(cancelled == ["first", "second"])
        call.reply()
        #expect(cancelled == ["first", "second", "last"])
    }

    @Test func `a call that is over waits for nothing`() throws {
        let (fixture, _, _) = try waiting()
        fixture.calls[0].reply()
        var isCancelled = false
        fixture.calls[0].wait(for: AnyCancellable { isCancelled = true })
        #expect(isCancelled)
    }

    @Test func `a reply in parts is one message`() throws {
        let (fixture, wire, _) = try waiting()
        fixture.calls[0].send(part: Array(#"{"n":"#.utf8))
        fixture.calls[0].send(part: Array("12".utf8))
        fixture.calls[0].finish(part: Array("3}".utf8))
        #expect(try wire.messages(1, on: fixture.loop) == [#"{"parameters":{"n":123}}"#])
        #expect(fixture.calls[0].isOver)
        wire.send("{\"method\":\"org.example.test.Echo\"}\0")
        #expect(try wire.messages(2, on: fixture.loop).last == #"{"parameters":{}}"#)
    }

    @Test func `an error within a message closes the connection`() throws {
        let (fixture, wire, isCancelled) = try waiting()
        fixture.calls[0].send(part: Array(#"{"n":"#.utf8))
        try wire.until(fixture.loop) { !wire.received.isEmpty }
        fixture.calls[0].fail("org.example.test.Refused")
        #expect(fixture.calls[0].isOver && isCancelled())
        try wire.until(fixture.loop) { wire.isAtEnd }
        #expect(String(decoding: wire.received, as: UTF8.self) == #"{"parameters":{"n":"#)
    }
}

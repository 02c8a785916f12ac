import Reactive
import Records
import Systemd
import Testing
import Varlink

@Suite @MainActor struct CallTests {
    private static let follow = "{\"method\":\"org.example.test.Follow\",\"more\":true}\0"

    /// Has a call made that waits for something.
    ///
    /// - Returns: The house, the client, and whether the wait was cancelled.
    private func waiting() throws -> (House, Wire, () -> Bool) {
        let (house, awaited) = (try House(), PassthroughSubject<Void, Never>())
        let wire = try house.connect()
        wire.send(Self.follow)
        try wire.until(house.loop) { !house.calls.isEmpty }
        var isCancelled = false
        house.calls[0].wait(for: awaited.handleEvents(receiveCancel: { isCancelled = true }).sink { _ in })
        return (house, wire, { isCancelled })
    }

    @Test func `what a call waits for is kept until its last answer`() throws {
        let (house, _, isCancelled) = try waiting()
        house.calls[0].stream(["n": 1])
        #expect(!isCancelled())
        house.calls[0].reply(["n": 2])
        #expect(isCancelled())
    }

    @Test func `nobody waits for a client that has gone`() throws {
        let (house, wire, isCancelled) = try waiting()
        wire.close()
        while !isCancelled() { _ = try house.loop.turn(timeout: .seconds(1)) }
        #expect(house.calls[0].isOver)
    }

    @Test func `a call waits for one thing at a time`() throws {
        let (house, _, isCancelled) = try waiting()
        house.calls[0].wait(for: AnyCancellable {})
        #expect(isCancelled())
        #expect(!house.calls[0].isOver)
    }

    @Test func `a call that is over waits for nothing`() throws {
        let (house, _, _) = try waiting()
        house.calls[0].reply()
        var isCancelled = false
        house.calls[0].wait(for: AnyCancellable { isCancelled = true })
        #expect(isCancelled)
    }
}

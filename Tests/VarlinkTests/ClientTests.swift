import Reactive
import Records
import Systemd
import Testing
import Varlink

@Suite @MainActor struct ClientTests {
    @Test func `a call has its answer and ends`() throws {
        let house = try House()
        let client = try Client(path: house.path, in: house.sockets)
        let answers = Answers(client.call("org.example.test.Echo", ["text": "é"]))
        try answers.untilEnd(on: house.loop)
        #expect(answers.replies == [Reply(parameters: ["text": "é"], continues: false)])
        #expect(answers.error == nil)
    }

    @Test func `an error is told with its name and parameters`() throws {
        let house = try House()
        let client = try Client(path: house.path, in: house.sockets)
        let answers = Answers(client.call("org.example.test.Nothing"))
        try answers.untilEnd(on: house.loop)
        #expect(answers.error == .service(.methodNotFound("org.example.test.Nothing")))
        #expect(!client.isClosed)
    }

    @Test func `calls are made one after the other`() throws {
        let house = try House()
        let client = try Client(path: house.path, in: house.sockets)
        let first = Answers(client.call("org.example.test.Wait"))
        let second = Answers(client.call("org.example.test.Echo", ["text": "b"]))
        while house.calls.isEmpty { _ = try house.loop.turn(timeout: .seconds(1)) }
        try house.settle()
        #expect(second.replies.isEmpty)
        house.calls[0].reply()
        try second.untilEnd(on: house.loop)
        #expect(first.hasEnded)
        #expect(second.replies.count == 1)
    }

    @Test func `a stream goes on until its last answer`() throws {
        let house = try House()
        let client = try Client(path: house.path, in: house.sockets)
        let answers = Answers(client.call("org.example.test.Follow", more: true))
        while house.calls.isEmpty { _ = try house.loop.turn(timeout: .seconds(1)) }
        for n in 0..<1_000 { house.calls[0].stream(["n": .int(n)]) }
        house.calls[0].fail("org.example.test.Refused", ["reason": "enough"])
        try answers.untilEnd(on: house.loop)
        #expect(answers.replies.map { $0.parameters["n"]?.int } == Array(0..<1_000))
        #expect(answers.error == .service(ServiceError("org.example.test.Refused", ["reason": "enough"])))
    }

    @Test func `letting go of a stream hangs up`() throws {
        let house = try House()
        let client = try Client(path: house.path, in: house.sockets)
        let answers = Answers(client.call("org.example.test.Follow", more: true))
        while house.calls.isEmpty { _ = try house.loop.turn(timeout: .seconds(1)) }
        answers.cancel()
        #expect(client.isClosed)
        while !house.calls[0].isOver { _ = try house.loop.turn(timeout: .seconds(1)) }
        #expect(house.sockets.count == 0)
    }

    @Test func `the answer to a cancelled call is dropped, and the next call has its own`() throws {
        let house = try House()
        let client = try Client(path: house.path, in: house.sockets)
        let first = Answers(client.call("org.example.test.Echo", ["text": "a"]))
        first.cancel()
        let second = Answers(client.call("org.example.test.Echo", ["text": "b"]))
        try second.untilEnd(on: house.loop)
        #expect(first.replies.isEmpty)
        #expect(second.replies.map(\.parameters) == [["text": "b"]])
    }

    @Test func `the end of the connection fails what waits, after what had come`() throws {
        let house = try House()
        let client = try Client(path: house.path, in: house.sockets)
        let answers = Answers(client.call("org.example.test.Follow", more: true))
        let second = Answers(client.call("org.example.test.Echo"))
        while house.calls.isEmpty { _ = try house.loop.turn(timeout: .seconds(1)) }
        house.calls[0].stream(["n": 1])
        house.calls[0].channel.closeWhenSent()
        try answers.untilEnd(on: house.loop)
        #expect(answers.replies.count == 1)
        #expect(answers.error == .disconnected)
        #expect(second.error == .disconnected)
        let third = Answers(client.call("org.example.test.Echo"))
        #expect(third.error == .disconnected)
    }

    @Test func `answers are read as they are asked for`() throws {
        let house = try House()
        let client = try Client(path: house.path, in: house.sockets)
        let taker = Taker()
        client.call("org.example.test.Follow", more: true).subscribe(taker)
        taker.subscription?.request(.max(2))
        while house.calls.isEmpty { _ = try house.loop.turn(timeout: .seconds(1)) }
        let text = JSON.string(String(repeating: "x", count: 10_000))
        for _ in 0..<1_000 { house.calls[0].stream(["n": text]) }
        try house.settle()
        #expect(taker.count == 2)
        #expect(house.calls[0].unsent > 0)
        taker.subscription?.request(.unlimited)
        while taker.count < 1_000 { _ = try house.loop.turn(timeout: .seconds(1)) }
        #expect(house.calls[0].unsent == 0)
        taker.subscription?.cancel()
    }

    @Test func `a client that asks nothing hears that the service has gone`() throws {
        let house = try House()
        let client = try Client(path: house.path, on: house.loop)
        try house.settle()
        house.sockets.close()
        try house.settle()
        #expect(client.isClosed)
    }

    @Test func `a client that is let go hangs up`() throws {
        let house = try House()
        var client: Client? = try Client(path: house.path, in: house.sockets)
        while house.sockets.count == 0 { _ = try house.loop.turn(timeout: .seconds(1)) }
        #expect(client?.isClosed == false)
        client = nil
        while house.sockets.count == 1 { _ = try house.loop.turn(timeout: .seconds(1)) }
        #expect(house.sockets.count == 0)
    }

    @Test func `where nobody serves the path is named`() throws {
        let house = try House()
        #expect(
            performing: { try Client(path: house.directory + "/none", in: house.sockets) },
            throws: { error in
                "\(error)" == "connect \(house.directory)/none: No such file or directory"
            })
    }
}

/// What came of a call.
@MainActor
private final class Answers {
    private(set) var replies: [Reply] = []
    private(set) var error: VarlinkError?
    private(set) var hasEnded = false
    private var subscription: AnyCancellable?

    init(_ publisher: AnyPublisher<Reply, VarlinkError>) {
        subscription = publisher.sink { [weak self] completion in
            self?.hasEnded = true
            if case .failure(let error) = completion { self?.error = error }
        } receiveValue: { [weak self] in
            self?.replies.append($0)
        }
    }

    func cancel() { subscription?.cancel() }

    func untilEnd(on loop: EventLoop) throws {
        for _ in 0..<4_000 where !hasEnded { _ = try loop.turn(timeout: .milliseconds(5)) }
        #expect(hasEnded)
    }
}

/// Asks for answers only when told to.
private final class Taker: Subscriber {
    var subscription: (any Subscription)?
    var count = 0

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ input: Reply) -> Subscribers.Demand {
        count += 1
        return .none
    }

    func receive(completion: Subscribers.Completion<VarlinkError>) {}
}

import Reactive
import Records
import Systemd
import Testing
import Varlink

@Suite @MainActor struct ClientTests {
    @Test func `a call has one reply and ends`() throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, in: fixture.sockets)
        let answers = Answers(client.call("org.example.test.Echo", ["text": "é"]))
        try answers.untilEnd(on: fixture.loop)
        #expect(answers.replies == [Reply(parameters: ["text": "é"], continues: false)])
        #expect(answers.error == nil)
    }

    @Test func `an error has its name and its parameters`() throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, in: fixture.sockets)
        let answers = Answers(client.call("org.example.test.Nothing"))
        try answers.untilEnd(on: fixture.loop)
        #expect(answers.error == .service(.methodNotFound("org.example.test.Nothing")))
        #expect(!client.isClosed)
    }

    @Test func `calls run one after another`() throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, in: fixture.sockets)
        let first = Answers(client.call("org.example.test.Wait"))
        let second = Answers(client.call("org.example.test.Echo", ["text": "b"]))
        try fixture.turn { !fixture.calls.isEmpty }
        try fixture.settle()
        #expect(second.replies.isEmpty)
        fixture.calls[0].reply()
        try second.untilEnd(on: fixture.loop)
        #expect(first.hasEnded)
        #expect(second.replies.count == 1)
    }

    @Test func `a stream continues until its last reply`() throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, in: fixture.sockets)
        let answers = Answers(client.call("org.example.test.Follow", more: true))
        try fixture.turn { !fixture.calls.isEmpty }
        for n in 0..<1_000 { fixture.calls[0].stream(["n": .int(n)]) }
        fixture.calls[0].fail("org.example.test.Refused", ["reason": "enough"])
        try answers.untilEnd(on: fixture.loop)
        #expect(answers.replies.map { $0.parameters["n"]?.int } == Array(0..<1_000))
        #expect(answers.error == .service(ServiceError("org.example.test.Refused", ["reason": "enough"])))
    }

    @Test func `cancelling a stream closes the connection`() throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, in: fixture.sockets)
        let answers = Answers(client.call("org.example.test.Follow", more: true))
        try fixture.turn { !fixture.calls.isEmpty }
        answers.cancel()
        #expect(client.isClosed)
        try fixture.turn { fixture.calls[0].isOver }
        #expect(fixture.sockets.count == 0)
    }

    @Test func `the reply to a cancelled call is discarded, and the next call receives its own`() throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, in: fixture.sockets)
        let first = Answers(client.call("org.example.test.Echo", ["text": "a"]))
        first.cancel()
        let second = Answers(client.call("org.example.test.Echo", ["text": "b"]))
        try second.untilEnd(on: fixture.loop)
        #expect(first.replies.isEmpty)
        #expect(second.replies.map(\.parameters) == [["text": "b"]])
    }

    @Test func `pending calls fail when the connection ends, after the replies that have arrived`() throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, in: fixture.sockets)
        let answers = Answers(client.call("org.example.test.Follow", more: true))
        let second = Answers(client.call("org.example.test.Echo"))
        try fixture.turn { !fixture.calls.isEmpty }
        fixture.calls[0].stream(["n": 1])
        fixture.calls[0].channel.closeWhenSent()
        try answers.untilEnd(on: fixture.loop)
        #expect(answers.replies.count == 1)
        #expect(answers.error == .disconnected)
        #expect(second.error == .disconnected)
        let third = Answers(client.call("org.example.test.Echo"))
        #expect(third.error == .disconnected)
    }

    @Test func `replies are read on demand`() throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, in: fixture.sockets)
        let taker = Taker()
        client.call("org.example.test.Follow", more: true).subscribe(taker)
        taker.subscription?.request(.max(2))
        try fixture.turn { !fixture.calls.isEmpty }
        let text = JSON.string(String(repeating: "x", count: 10_000))
        for _ in 0..<1_000 { fixture.calls[0].stream(["n": text]) }
        try fixture.settle()
        #expect(taker.count == 2)
        #expect(fixture.calls[0].unsent > 0)
        taker.subscription?.request(.unlimited)
        try fixture.turn { taker.count >= 1_000 }
        #expect(fixture.calls[0].unsent == 0)
        taker.subscription?.cancel()
    }

    @Test(arguments: [(900_000, true), (1_100_000, false)])
    func `a reply may be as long as the client's limit`(length: Int, isPermitted: Bool) throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, in: fixture.sockets, limit: 1_000_000)
        let text = JSON.string(String(repeating: ",", count: length))
        fixture.reply = ["text": text]
        let answers = Answers(client.call("org.example.test.Echo"))
        try answers.untilEnd(on: fixture.loop)
        #expect(answers.replies.map(\.parameters) == (isPermitted ? [["text": text]] : []))
        #expect(
            answers.error == (isPermitted ? nil : .malformed("the message is longer than 1000000 bytes")))
        #expect(client.isClosed != isPermitted)
    }

    @Test(arguments: [62_000, 63_000])
    func `a reply may have a sixteenth as many values as the limit has bytes`(count: Int) throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, in: fixture.sockets, limit: 1_000_000)
        fixture.reply = ["text": .array(Array(repeating: .object([]), count: count / 2))]
        let answers = Answers(client.call("org.example.test.Echo"))
        try answers.untilEnd(on: fixture.loop)
        #expect(answers.replies.count == (count < 62_500 ? 1 : 0))
        #expect(
            answers.error == (count < 62_500 ? nil : .malformed("the message has more than 62500 values")))
    }

    @Test func `a client without calls notices that the service has disconnected`() throws {
        let fixture = try Fixture()
        let client = try Client(path: fixture.path, on: fixture.loop)
        try fixture.settle()
        fixture.sockets.close()
        try fixture.settle()
        #expect(client.isClosed)
    }

    @Test func `a client that is released closes its connection`() throws {
        let fixture = try Fixture()
        var client: Client? = try Client(path: fixture.path, in: fixture.sockets)
        try fixture.turn { fixture.sockets.count != 0 }
        #expect(client?.isClosed == false)
        client = nil
        try fixture.turn { fixture.sockets.count != 1 }
        #expect(fixture.sockets.count == 0)
    }

    @Test func `the error of a missing socket names its path`() throws {
        let fixture = try Fixture()
        #expect(
            performing: { try Client(path: fixture.directory + "/none", in: fixture.sockets) },
            throws: { error in
                "\(error)" == "connect \(fixture.directory)/none: No such file or directory"
            })
    }
}

/// The replies and the result of a call.
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
        #expect(try loop.turn { hasEnded })
    }
}

/// A subscriber that requests replies only when told to.
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

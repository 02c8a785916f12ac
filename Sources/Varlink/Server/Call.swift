public import Reactive
public import Records
public import Systemd

/// A call that a client made and waits on, until it is over.
///
/// One of `reply` and `fail` must end it. What is sent after the end, or when the client has gone, is dropped.
public final class Call {
    /// The connection that it came on.
    public let channel: Channel
    /// What ends a message on the connection.
    public let framing: Framing
    /// The client wants more than one reply.
    public let wantsMore: Bool
    /// The client wants no reply; none is sent.
    public let isOneway: Bool
    /// Whether it was answered for the last time, or the client has gone.
    public private(set) var isOver = false

    /// What was asked; `nil` once that is of no use any more.
    private var question: Question?
    private var connection: Connection?
    private var waits: Waits?

    init(_ question: Question, framing: Framing, on connection: Connection) {
        (wantsMore, isOneway) = (question.message.more, question.message.oneway)
        (self.question, self.framing, self.connection) = (question, framing, connection)
        channel = connection.channel
    }

    /// The method with its interface, such as `io.almanac.Subscribe`; empty once the question was forgotten.
    public var method: String { question?.message.method ?? "" }

    /// The parameters, as the interface declares them; none once the question was forgotten.
    public var parameters: JSON { question?.message.parameters ?? .object([]) }

    /// What was made of the parameters, for whoever asks the same on the same kind of connection; those who follow
    /// something are many.
    public var understood: AnyObject? {
        get { question?.understood }
        set { question?.understood = newValue }
    }

    /// Lets go of the method and the parameters: many calls go on for long when these are of no use any more.
    public func forgetQuestion() { question = nil }

    /// The method without its interface.
    public var name: String { question?.message.name ?? "" }

    /// Who calls.
    public var peer: Peer { channel.peer }

    /// How many bytes wait to be sent to the client.
    public var unsent: Int { channel.unsent }

    /// Tells, at the end of a turn, each time that all that was sent before is gone.
    public var drained: AnyPublisher<Void, Never> { channel.drained }

    /// Tells once that the client has gone; at once when it has.
    public var closed: AnyPublisher<Void, Never> { channel.closed }

    /// Keeps what the answer waits for until the call is over, or waits for something else.
    public func wait(for awaited: AnyCancellable) {
        if !isOver { needWaits().awaited = awaited }
    }

    /// Does something, once, when the client sends more on the connection before this call is over; at once when it has.
    ///
    /// What it sent is served when the call is over, as always.
    public func whenFollowed(_ action: @escaping () -> Void) {
        guard !isOver else { return }
        needWaits().followed = action
        connection?.listen()
    }

    /// Answers for the last time.
    public func reply(_ parameters: JSON = .object([])) { reply(bytes: parameters.bytes) }

    /// Answers for the last time.
    ///
    /// - Parameter bytes: The parameters, a JSON object without a newline.
    public func reply(bytes: [UInt8]) {
        end(with: ReplyMessage.bytes(parameters: bytes, continues: false, framing: framing))
    }

    /// Answers, and will again. A client that did not ask for more is told to, and the call is over.
    public func stream(_ parameters: JSON) { stream(bytes: parameters.bytes) }

    /// Answers, and will again. A client that did not ask for more is told to, and the call is over.
    ///
    /// - Parameter bytes: The parameters, a JSON object without a newline.
    public func stream(bytes: [UInt8]) {
        stream(frames: ReplyMessage.bytes(parameters: bytes, continues: true, framing: framing))
    }

    /// Answers with whole messages, made with `ReplyMessage.bytes` for `framing`.
    public func stream(frames: [UInt8]) {
        guard !isOver, !isOneway else { return }
        guard wantsMore else { return fail(.expectedMore) }
        channel.send(frames)
    }

    /// Answers with the frames of a log after a mark, as they come; see `Channel.follow`.
    ///
    /// - Parameters:
    ///   - log: Whole messages, made with `ReplyMessage.bytes` for `framing`.
    ///   - mark: The mark after which to begin.
    ///   - fellBehind: Called once when the log no longer reaches back, with the mark that was reached.
    /// - Returns: `false`, and nothing is done, when the log does not reach back to the mark or the call is over.
    public func follow(
        _ log: SharedFrames, after mark: Int64, fellBehind: @escaping (Int64) -> Void
    ) -> Bool {
        guard !isOver, wantsMore else { return false }
        forgetQuestion()
        return channel.follow(log, after: mark, fellBehind: fellBehind)
    }

    /// Ends the call with an error.
    public func fail(_ error: ServiceError) { end(with: ReplyMessage.bytes(error: error, framing: framing)) }

    /// Ends the call with an error of its full name and an object.
    public func fail(_ error: String, _ parameters: JSON = .object([])) {
        fail(ServiceError(error, parameters))
    }

    /// Whether it is to be told what follows it.
    var isListening: Bool { waits?.followed != nil }

    /// The client has sent more.
    func follow() { waits?.followed.take()?() }

    /// The client has gone.
    func abandon() {
        isOver = true
        (connection, waits) = (nil, nil)
    }

    private func end(with frame: [UInt8]) {
        guard !isOver else { return }
        isOver = true
        waits = nil
        channel.leave()
        if !isOneway { channel.send(frame) }
        connection.take()?.callIsOver()
    }

    private func needWaits() -> Waits {
        let waits = waits ?? Waits()
        self.waits = waits
        return waits
    }
}

/// What few calls have.
private final class Waits {
    /// What the answer waits for.
    var awaited: AnyCancellable?
    /// Told when the client sends more.
    var followed: (() -> Void)?
}

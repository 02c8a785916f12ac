public import Reactive
public import Records
public import Systemd

/// A call that a client made and waits on, until it is over.
///
/// One of `reply` and `fail` must end it. What is sent after the end, or when the client has gone, is dropped.
public final class Call {
    /// What was asked; `nil` once that is of no use any more.
    private var question: Question?
    /// The client wants more than one reply.
    public let wantsMore: Bool
    /// The client wants no reply; none is sent.
    public let isOneway: Bool
    /// The connection that it came on.
    public let channel: Channel
    /// What ends a message on the connection.
    public let framing: Framing
    /// Whether it was answered for the last time, or the client has gone.
    public private(set) var isOver = false

    /// The client wants to use the connection for something else after the reply.
    let wantsUpgrade: Bool
    private var connection: Connection?
    private var awaited: AnyCancellable?
    private var followed: (() -> Void)?

    init(_ message: CallMessage, framing: Framing, on connection: Connection) {
        question = Question(message)
        (wantsMore, isOneway, wantsUpgrade) = (message.more, message.oneway, message.upgrade)
        (self.framing, self.connection, channel) = (framing, connection, connection.channel)
    }

    /// The method with its interface, such as `io.almanac.Subscribe`; empty once the question was forgotten.
    public internal(set) var method: String {
        get { question?.method ?? "" }
        set { question?.method = newValue }
    }

    /// The parameters, as the interface declares them; none once the question was forgotten.
    public var parameters: JSON { question?.parameters ?? .object([]) }

    /// Lets go of the method and the parameters: many calls go on for long when these are of no use any more.
    public func forgetQuestion() { question = nil }

    /// The method without its interface.
    public var name: String {
        guard let dot = method.utf8.lastIndex(of: 0x2E) else { return method }
        return String(method[method.utf8.index(after: dot)...])
    }

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
        if !isOver { self.awaited = awaited }
    }

    /// Does something, once, when the client sends more on the connection before this call is over; at once when it has.
    ///
    /// What it sent is served when the call is over, as always.
    public func whenFollowed(_ action: @escaping () -> Void) {
        guard !isOver else { return }
        followed = action
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
    var isListening: Bool { followed != nil }

    /// The client has sent more.
    func follow() { followed.take()?() }

    /// The client has gone.
    func abandon() {
        isOver = true
        connection = nil
        (awaited, followed) = (nil, nil)
    }

    private func end(with frame: [UInt8]) {
        guard !isOver else { return }
        isOver = true
        (awaited, followed) = (nil, nil)
        channel.leave()
        if !isOneway { channel.send(frame) }
        connection.take()?.callIsOver()
    }
}

/// What a call asks.
private final class Question {
    var method: String
    let parameters: JSON

    init(_ message: CallMessage) { (method, parameters) = (message.method, message.parameters) }
}

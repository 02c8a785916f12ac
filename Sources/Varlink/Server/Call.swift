public import Reactive
public import Records
public import Systemd

/// A call of a client, until its last reply.
///
/// One of `reply` and `fail` must end it. Replies after the end, or after the client has disconnected, are
/// discarded.
public final class Call {
    /// The connection that the call arrived on.
    public let channel: Channel
    /// The delimiter of messages on the connection.
    public let framing: Framing
    /// Whether the client wants more than one reply.
    public let wantsMore: Bool
    /// Whether the client wants no reply; none is sent.
    public let isOneway: Bool
    /// Whether the last reply was sent, or the client has disconnected.
    public private(set) var isOver = false
    /// Whether a part of a reply was sent, and its rest was not.
    private var isPartlySent = false

    /// The method and parameters; `nil` once they are no longer needed.
    private var shared: SharedMessage?
    private var connection: ServerConnection?
    private var extras: CallExtras?

    init(_ shared: SharedMessage, framing: Framing, on connection: ServerConnection) {
        wantsMore = shared.message.more
        isOneway = shared.message.oneway
        self.shared = shared
        self.framing = framing
        self.connection = connection
        channel = connection.channel
    }

    // An isolated one would ask the runtime which thread this is; all references are held on the loop.
    nonisolated deinit {}

    /// The method with its interface, such as `io.almanac.Subscribe`; empty after `forgetMessage`.
    public var method: String { shared?.message.method ?? "" }

    /// The parameters, as the interface declares them; empty after `forgetMessage`.
    public var parameters: JSON { shared?.message.parameters ?? .object([]) }

    /// A value that the handler derived from the parameters, shared by all calls with the same message; there
    /// may be many equal subscriptions.
    public var understood: AnyObject? {
        get { shared?.understood }
        set { shared?.understood = newValue }
    }

    /// Releases the method and the parameters: many calls run for a long time after these are of use.
    public func forgetMessage() { shared = nil }

    /// The method without its interface.
    public var name: String { shared?.name ?? "" }

    /// The credentials of the client.
    public var peer: Peer { channel.peer }

    /// The number of bytes that wait to be sent to the client.
    public var unsent: Int { channel.unsent }

    /// Whether a further reply may be produced now; otherwise the connection is drained later, see `drained`.
    public var isReady: Bool { channel.isReady }

    /// A publisher that sends a value, at the end of a turn, each time that everything has been sent and
    /// there is room for more.
    public var drained: AnyPublisher<Void, Never> { channel.drained }

    /// A publisher that sends one value when the client disconnects; immediately if it has.
    public var closed: AnyPublisher<Void, Never> { channel.closed }

    /// Keeps an object that the reply depends on until the call ends or another one replaces it.
    public func wait(for awaited: AnyCancellable) {
        guard !isOver else { return }
        let extras = needWaits()
        let replaced = extras.awaited
        extras.awaited = awaited
        // Its end may let the call wait for the next object: it comes after the assignment.
        withExtendedLifetime(replaced) {}
    }

    /// Calls `action` once when the client sends another message on the connection before this call ends;
    /// immediately if it has.
    ///
    /// That message is processed after the call ends, as always.
    public func whenFollowed(_ action: @escaping () -> Void) {
        guard !isOver else { return }
        needWaits().followed = action
        connection?.listen()
    }

    /// Sends the last reply.
    public func reply(_ parameters: JSON = .object([])) {
        finish(with: ReplyMessage.bytes(parameters: parameters.bytes, continues: false, framing: framing))
    }

    /// Sends the last reply.
    ///
    /// - Parameter bytes: The parameters, a JSON object without a newline.
    public func reply(bytes: [UInt8]) {
        finish(with: ReplyMessage.bytes(parameters: bytes, continues: false, framing: framing))
    }

    /// Sends the last reply of a call that waited until there was room: it is never replaced by an error.
    ///
    /// - Parameter bytes: The parameters, a JSON object without a newline.
    public func finish(bytes: [UInt8]) {
        guard !isOver else { return }
        close { channel.send(ReplyMessage.bytes(parameters: bytes, continues: false, framing: framing)) }
    }

    /// Sends a reply that others will follow. If the client did not set `more`, the call fails with
    /// `ExpectedMore`.
    public func stream(_ parameters: JSON) { stream(bytes: parameters.bytes) }

    /// Sends a reply that others will follow. If the client did not set `more`, the call fails with
    /// `ExpectedMore`.
    ///
    /// - Parameter bytes: The parameters, a JSON object without a newline.
    public func stream(bytes: [UInt8]) {
        stream(frames: ReplyMessage.bytes(parameters: bytes, continues: true, framing: framing))
    }

    /// Sends a part of the last reply, so that a long one never is in memory as a whole.
    ///
    /// `finish` sends the last part. Anything else that ends the call closes the connection, because the
    /// client could not distinguish it from the rest of the message.
    ///
    /// - Parameter part: The next bytes of the parameters; all parts together are a JSON object without a
    ///   newline.
    public func send(part: [UInt8]) {
        guard !isOver, !isOneway else { return }
        channel.send(isPartlySent ? part : ReplyMessage.start + part)
        isPartlySent = true
    }

    /// Sends the last part of the last reply; see `send(part:)`.
    public func finish(part: [UInt8]) {
        guard !isOver else { return }
        send(part: part)
        isPartlySent = false
        close { channel.send(ReplyMessage.end(framing)) }
    }

    /// Sends complete messages, built with `ReplyMessage.bytes` for `framing`.
    public func stream(frames: [UInt8]) {
        guard !isOver, !isOneway else { return }
        guard wantsMore else { return fail(.expectedMore) }
        channel.send(frames)
    }

    /// Sends the frames of a log after a mark, as they are appended; see `Channel.follow`.
    ///
    /// - Parameters:
    ///   - log: Complete messages, built with `ReplyMessage.bytes` for `framing`.
    ///   - mark: The mark after which to start.
    ///   - fellBehind: Called once, with the mark that was reached, when the log no longer holds the next
    ///     frame.
    /// - Returns: `false`, without any effect, if the log no longer holds the first frame after the mark or
    ///   the call is over.
    public func follow(
        _ log: SharedFrames, after mark: Int64, fellBehind: @escaping (Int64) -> Void
    ) -> Bool {
        guard !isOver, wantsMore else { return false }
        forgetMessage()
        return channel.follow(log, after: mark, fellBehind: fellBehind)
    }

    /// Ends the call with an error.
    public func fail(_ error: ServiceError) {
        finish(with: ReplyMessage.bytes(error: error, framing: framing))
    }

    /// Ends the call with an error, given by its full name and an object.
    public func fail(_ error: String, _ parameters: JSON = .object([])) {
        fail(ServiceError(error, parameters))
    }

    /// Whether `whenFollowed` has an action to call.
    var isListening: Bool { extras?.followed != nil }

    /// Handles the arrival of another message.
    func follow() { extras?.followed.take()?() }

    /// Handles the disconnection of the client.
    func abandon() {
        isOver = true
        connection = nil
        extras = nil
    }

    private func finish(with frame: @autoclosure () -> [UInt8]) {
        guard !isOver else { return }
        if isPartlySent { return channel.close() }
        close { channel.send(permitted(frame())) }
    }

    private func close(_ send: () -> Void) {
        isOver = true
        extras = nil
        channel.leave()
        if !isOneway { send() }
        connection.take()?.callIsOver()
    }

    /// Returns a reply, or an error instead if it is large and the user has too many unsent bytes.
    private func permitted(_ frame: [UInt8]) -> [UInt8] {
        guard frame.count > Self.small, !channel.hasRoom, let connection else { return frame }
        return ReplyMessage.bytes(error: connection.tooMuchUnread, framing: framing)
    }

    /// The maximum size of replies that are always sent, in bytes.
    private static let small = 4_096

    private func needWaits() -> CallExtras {
        let extras = extras ?? CallExtras()
        self.extras = extras
        return extras
    }
}

/// The optional fields of a call, which few calls need.
private final class CallExtras {
    /// An object that the reply depends on.
    var awaited: AnyCancellable?
    /// Called when the client sends another message.
    var followed: (() -> Void)?
}

public import Reactive
public import Records
public import Systemd
import Glibc

/// A client that calls the methods of a service over one connection.
///
/// Calls run one after the other; a call with `more` occupies the connection until it ends, so that other
/// calls need another client. The caller reconnects if necessary.
///
/// Source: Varlink, Method-Call.md.
@MainActor
public final class Client {
    /// The maximum size of a reply unless the caller sets another one, in bytes: several times the largest
    /// document.
    public static let usualLimit = 64 << 20

    private let channel: Channel
    private var frames: FrameReader
    /// The calls in order; the first one is in progress.
    private var calls: [any ClientCall] = []

    /// Connects to a service. Blocks for at most 5 s, and only if the service's backlog is full.
    ///
    /// - Parameters:
    ///   - path: The path of the service's socket.
    ///   - sockets: The set that the connection belongs to.
    ///   - limit: The maximum size of a reply, in bytes; a longer one is malformed, and so is one with more
    ///     than a sixteenth as many values, which would need many times more memory than bytes.
    /// - Throws: The error of connect(2), with the path.
    public init(
        path: String, in sockets: SocketSet, limit: Int = Client.usualLimit
    ) throws(SystemError) {
        frames = FrameReader(limit: limit, framing: .nul)
        let socket = try UnixAddress.socket(blocking: true)
        let address = try UnixAddress(path)
        var time = timeval(tv_sec: 5, tv_usec: 0)
        let raw = socket.raw
        // If this fails, connecting to a flooded service only blocks longer.
        _ = setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        guard address.with({ connect(raw, $0, $1) }) == 0 else { throw .last("connect", path) }
        let identity = try PeerCredentials(of: raw)
        let account = Account(uid: identity.uid, isPrivileged: true, isLimited: false)
        channel = try Channel(socket, of: account, isReading: true, in: sockets)
        channel.reader = ClientInbox(self)
        channel.start()
    }

    isolated deinit {
        channel.close()
    }

    /// Connects to a service, in a socket set of its own; see the other initializer.
    ///
    /// - Throws: The error of connect(2), with the path.
    public convenience init(
        path: String, on loop: EventLoop, limit: Int = Client.usualLimit
    ) throws(SystemError) {
        try self.init(path: path, in: SocketSet(on: loop), limit: limit)
    }

    /// Whether the connection has ended.
    public var isClosed: Bool { channel.isClosed }

    /// The credentials of the service.
    public var peer: Peer { channel.peer }

    /// Returns a publisher that calls a method for each subscription.
    ///
    /// Replies are read on demand. Cancelling a call with `more` that is in progress closes the connection,
    /// which cancels the call in the service.
    ///
    /// - Parameters:
    ///   - method: The method with its interface.
    ///   - parameters: A JSON object.
    ///   - more: Whether more than one reply is wanted.
    /// - Returns: A publisher of one reply, or with `more` of any number.
    public func call(
        _ method: String, _ parameters: JSON = .object([]), more: Bool = false
    ) -> AnyPublisher<Reply, VarlinkError> {
        AnyPublisher(
            Calls(client: self, message: CallMessage(method: method, parameters: parameters, more: more)))
    }

    /// Closes the connection; pending calls fail.
    public func close() { channel.close() }

    func start(_ call: any ClientCall) {
        guard !channel.isClosed else { return call.finish(.failure(.disconnected)) }
        calls.append(call)
        if calls.count == 1 { channel.send(call.message) }
    }

    func resume() {
        pump()
        channel.isReading = calls.first?.isReady ?? true
    }

    func cancel(_ call: any ClientCall) {
        guard let first = calls.first else { return }
        if first !== call {
            calls.removeAll { $0 === call }
        } else if call.wantsMore {
            calls.removeFirst()
            channel.close()
        }
    }

    /// Delivers the replies that have arrived, as far as there is demand.
    private func pump() {
        while let call = calls.first, call.isReady {
            do {
                guard let frame = try frames.next() else { break }
                try ValueCount(limit: frames.limit / 16).check(frame)
                deliver(try ReplyMessage(parsing: frame), for: call)
            } catch {
                return fail(.malformed("\(error)"))
            }
        }
        if channel.isClosed, calls.first?.isReady ?? false { fail(.disconnected) }
    }

    private func deliver(_ message: ReplyMessage, for call: any ClientCall) {
        if message.continues && !call.wantsMore {
            return fail(.malformed("more than one reply to a call that expects one"))
        }
        if !message.continues || message.error != nil { over() }
        if let error = message.error {
            return call.finish(.failure(.service(ServiceError(error, message.parameters))))
        }
        call.receive(Reply(parameters: message.parameters, continues: message.continues))
        if !message.continues { call.finish(.finished) }
    }

    /// Starts the next call.
    private func over() {
        calls.removeFirst()
        if let next = calls.first { channel.send(next.message) }
    }

    private func fail(_ error: VarlinkError) {
        let failed = calls
        calls = []
        channel.close()
        for call in failed { call.finish(.failure(error)) }
    }
}

extension Client {
    func readable() {
        switch channel.sockets.receive(from: channel.raw) {
        case .bytes(let bytes):
            frames.append(bytes)
            resume()
        case .nothing: return
        case .end, .failed: channel.close()
        }
    }

    /// Reads the remaining input, which is delivered on demand.
    func hungUp() {
        while !channel.isClosed, case .bytes(let bytes) = channel.sockets.receive(from: channel.raw) {
            frames.append(bytes)
        }
        channel.close()
    }

    func closed() { pump() }
}

/// The channel's weak reference to the client.
private final class ClientInbox: ChannelReader {
    private weak var client: Client?

    init(_ client: Client) { self.client = client }

    func channelIsReadable() { client?.readable() }
    func channelHungUp() { client?.hungUp() }
    func channelDrained() {}
    func channelClosed() { client?.closed() }
}

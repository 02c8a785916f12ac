public import Reactive
public import Records
public import Systemd
import Glibc

/// Asks a service over one connection.
///
/// Calls are made one after the other; one with `more` occupies the connection until it is over, so that other calls
/// need another client. Connecting again is the caller's business.
///
/// Source: Varlink, Method-Call.md.
@MainActor
public final class Client {
    private static let limit = 64 << 20

    private let channel: Channel
    private var frames = FrameReader(limit: Client.limit, framing: .nul)
    /// The first is under way.
    private var calls: [any ClientCall] = []

    /// Connects to a service. Waits at most 5 s, which happens only when the service is flooded.
    ///
    /// - Parameters:
    ///   - path: Where the service's socket is.
    ///   - sockets: The set that the connection belongs to.
    /// - Throws: What connect(2) says, with the path.
    public init(path: String, in sockets: SocketSet) throws(SystemError) {
        let socket = try UnixAddress.socket(blocking: true)
        let address = try UnixAddress(path)
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        let raw = socket.raw
        // Without the limit it would wait longer, no more.
        _ = setsockopt(raw, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard address.with({ connect(raw, $0, $1) }) == 0 else { throw .last("connect", path) }
        let identity = try Identity(of: raw)
        channel = try Channel(socket, identity, isCounted: false, isReading: true, in: sockets)
        channel.reader = ClientInbox(self)
        channel.begin()
    }

    isolated deinit {
        channel.close()
    }

    /// Connects to a service, with a set of its own; see the other one.
    ///
    /// - Throws: What connect(2) says, with the path.
    public convenience init(path: String, on loop: EventLoop) throws(SystemError) {
        try self.init(path: path, in: SocketSet(on: loop))
    }

    /// Whether the connection has ended.
    public var isClosed: Bool { channel.isClosed }

    /// Who serves.
    public var peer: Peer { channel.peer }

    /// Calls a method for each subscription.
    ///
    /// Answers are read as they are asked for. Cancelling a call with `more` that is under way ends the connection,
    /// which is how the service is told.
    ///
    /// - Parameters:
    ///   - method: The method with its interface.
    ///   - parameters: An object.
    ///   - more: Whether more than one answer is wanted.
    /// - Returns: One answer, or with `more` any number.
    public func call(
        _ method: String, _ parameters: JSON = .object([]), more: Bool = false
    ) -> AnyPublisher<Reply, VarlinkError> {
        AnyPublisher(
            Calls(client: self, message: CallMessage(method: method, parameters: parameters, more: more)))
    }

    /// Ends the connection; calls that wait fail.
    public func close() { channel.close() }

    func begin(_ call: any ClientCall) {
        guard !channel.isClosed else { return call.end(.failure(.disconnected)) }
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

    /// Hands out the answers that have come, as long as they are wanted.
    private func pump() {
        while let call = calls.first, call.isReady {
            do {
                guard let frame = try frames.next() else { break }
                take(try ReplyMessage(parsing: frame), for: call)
            } catch {
                return fail(.malformed("\(error)"))
            }
        }
        if channel.isClosed, calls.first?.isReady ?? false { fail(.disconnected) }
    }

    private func take(_ message: ReplyMessage, for call: any ClientCall) {
        if message.continues && !call.wantsMore {
            return fail(.malformed("more than one answer to a call that wants one"))
        }
        if !message.continues || message.error != nil { over() }
        if let error = message.error {
            return call.end(.failure(.service(ServiceError(error, message.parameters))))
        }
        call.take(Reply(parameters: message.parameters, continues: message.continues))
        if !message.continues { call.end(.finished) }
    }

    /// Goes on with the next call.
    private func over() {
        calls.removeFirst()
        if let next = calls.first { channel.send(next.message) }
    }

    private func fail(_ error: VarlinkError) {
        let failed = calls
        calls = []
        channel.close()
        for call in failed { call.end(.failure(error)) }
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

    /// Takes in what came before, to be handed out when it is asked for.
    func hungUp() {
        while !channel.isClosed, case .bytes(let bytes) = channel.sockets.receive(from: channel.raw) {
            frames.append(bytes)
        }
        channel.close()
    }

    func closed() { pump() }
}

/// What the channel knows of the client: it does not keep it.
private final class ClientInbox: ChannelReader {
    private weak var client: Client?

    init(_ client: Client) { self.client = client }

    func channelIsReadable() { client?.readable() }
    func channelHungUp() { client?.hungUp() }
    func channelDrained() {}
    func channelClosed() { client?.closed() }
}

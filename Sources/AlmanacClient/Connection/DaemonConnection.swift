public import Reactive
public import Systemd
import Varlink

/// Calls almanacd over its socket.
///
/// A connection is established with the first call, and again after the daemon has closed it.
///
/// ```swift
/// let connection = DaemonConnection(on: try EventLoop())
/// for source in try connection.answer(to: .sources()) { print(source.name, source.runtime.health) }
/// ```
public final class DaemonConnection {
    /// The event loop that receives the replies.
    public let loop: EventLoop
    /// The daemon's socket.
    public let socket: DaemonSocket
    /// The time limit of `answer(to:)`.
    public static let replyTimeout = Duration.seconds(30)

    /// The clock of time limits and of the delays between attempts to connect.
    package let clock: AnyScheduler

    /// The connection that consecutive calls of `answer(to:)` share.
    private var shared: Client?

    /// Makes a connection to a daemon; by default, to the machine's or else the user's own, and with the
    /// loop's own clock.
    public init(to socket: DaemonSocket = .find(), on loop: EventLoop, clock: AnyScheduler? = nil) {
        self.loop = loop
        self.clock = clock ?? AnyScheduler(loop)
        self.socket = socket
    }

    /// Calls a method and runs the event loop until the daemon replies.
    ///
    /// - Throws: The reason why there is no answer; after 30 seconds, `timedOut`.
    public func answer<Answer>(to request: Request<Answer>) throws(AlmanacError) -> Answer {
        var result: Result<Answer, AlmanacError>?
        let call = call(request, on: try sharedClient())
            .sink(
                receiveCompletion: {
                    guard result == nil else { return }
                    if case .failure(let error) = $0 { result = .failure(error) }
                }, receiveValue: { result = .success($0) })
        defer { call.cancel() }
        let timer = clock.after(DaemonConnection.replyTimeout, slack: .seconds(1)) {
            result = result ?? .failure(.timedOut(DaemonConnection.replyTimeout))
        }
        defer { timer.cancel() }
        try run { result != nil }
        guard let result else { throw .disconnected }
        return try result.get()
    }

    /// Calls a method over a connection of its own, for each subscriber of the publisher, without a time
    /// limit.
    public func publisher<Answer>(for request: Request<Answer>) -> AnyPublisher<Answer, AlmanacError> {
        Deferred { [self] in
            do throws(AlmanacError) {
                return call(request, on: try connect())
            } catch {
                return Fail(error: error).eraseToAnyPublisher()
            }
        }.eraseToAnyPublisher()
    }

    /// Runs the event loop until a condition holds.
    ///
    /// - Throws: `system` if the loop itself fails.
    public func run(until isDone: () -> Bool) throws(AlmanacError) {
        do {
            while !isDone() { _ = try loop.turn(timeout: .seconds(60)) }
        } catch {
            throw .system(error)
        }
    }

    /// Opens a separate connection.
    func connect() throws(AlmanacError) -> Client {
        do {
            return try Client(path: socket.path, on: loop)
        } catch {
            throw .unreachable(error)
        }
    }

    private func sharedClient() throws(AlmanacError) -> Client {
        if let shared, !shared.isClosed { return shared }
        let fresh = try connect()
        shared = fresh
        return fresh
    }

    private func call<Answer>(
        _ request: Request<Answer>, on client: Client
    ) -> AnyPublisher<Answer, AlmanacError> {
        client.call("io.almanac.\(request.method)", request.parameters)
            .mapError { AlmanacError($0) }
            .flatMap { reply in
                Result { () throws(AlmanacError) in try request.answer(reply.parameters) }.publisher
            }
            .eraseToAnyPublisher()
    }
}

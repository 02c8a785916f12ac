public import Reactive
import Records
public import Systemd
import Varlink

/// The answer of a daemon that cannot serve to the clients that wait at its sockets: the reason.
///
/// A connection that still waits when the service has failed starts it again at once, and so on until the
/// service manager gives up the socket. Hence all connections are accepted for a while: each call fails with
/// CannotServe, and those that only receive events are closed.
///
/// Source: systemd.socket(5), TriggerLimitBurst=.
public final class Refusal {
    /// The time for which connections are answered. A new connection after that starts the service again,
    /// which is a start in this time at most.
    public static let duration: Duration = .seconds(10)

    private let sockets: SocketSet
    private let server: Server
    private let lines: StreamSocket
    private var timer: AnyCancellable?

    /// Creates an answer, unless no connection waits.
    ///
    /// - Parameters:
    ///   - reason: Why the daemon cannot serve, and what to do.
    ///   - passed: The listening sockets from the service manager; those already taken are left out.
    ///   - loop: The loop to run on.
    ///   - clock: The scheduler of the end; `nil` for the loop.
    ///   - then: Called after `duration`.
    /// - Throws: An error if a socket cannot be watched.
    public init?(
        _ reason: String, to passed: [PassedDescriptor], on loop: EventLoop, clock: AnyScheduler? = nil,
        then: @escaping () -> Void
    ) throws(SystemError) {
        let listening = passed.filter { ["varlink", "lines"].contains($0.name) }
        guard listening.contains(where: \.hasWaitingConnection) else { return nil }
        sockets = try SocketSet(on: loop, clock: clock)
        server = Server(.almanacd, in: sockets)
        server.add(.almanac) { $0.fail("io.almanac.CannotServe", ["message": .string(reason)]) }
        lines = StreamSocket(in: sockets) { $0.close() }
        try listen(passed)
        timer = (clock ?? AnyScheduler(loop)).after(Refusal.duration, then)
    }

    /// Sends the last answers and closes all connections.
    public func close() {
        timer = nil
        server.stop()
        lines.stop()
        sockets.flush()
        sockets.close()
    }

    private func listen(_ passed: [PassedDescriptor]) throws(SystemError) {
        for one in passed {
            guard let descriptor = one.take() else { continue }
            switch one.name {
            case "varlink": try server.listen(on: descriptor)
            case "lines": try lines.listen(on: descriptor)
            // A stored connection of a subscriber, which reconnects.
            default: break
            }
        }
    }
}

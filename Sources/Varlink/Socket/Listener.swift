import Glibc
import Reactive
import Systemd

/// Accepts connections on a listening socket.
///
/// When descriptors run out, the reserved one is released to accept and close a connection, so that the
/// client does not wait for ever. If even that fails, the listener pauses for a second instead of retrying at
/// once.
@MainActor
final class Listener {
    /// The maximum number of admitted connections in a turn, so that their requests are processed. Refused
    /// connections do not count: otherwise a user with thousands of them would delay those that wait behind
    /// in the backlog.
    private static let perTurn = 64
    /// The maximum duration of a turn, in nanoseconds.
    private static let longest: Int64 = 5_000_000

    private let sockets: SocketSet
    private var token: EpollSet.Token?
    /// The number of connections to admit in this turn. Most connections come alone, and one accept4(2) more
    /// would only find that; in successive turns with connections the number doubles.
    private var quota = 1
    /// The turn of the set in which connections came last.
    private var turn = 0
    private let descriptor: FileDescriptor
    private let path: BoundPath?
    /// Whether input of the connections is read.
    private let isReading: Bool
    private let accepted: (Channel) -> Void
    private var reserve: FileDescriptor?
    private var resting: AnyCancellable?

    /// Accepts connections on a new socket at a path.
    convenience init(
        path: String, mode: UInt32, isReading: Bool, in sockets: SocketSet,
        _ accepted: @escaping (Channel) -> Void
    ) throws(SystemError) {
        var descriptor: FileDescriptor?
        let bound = try BoundPath(path, mode: mode, &descriptor)
        guard let descriptor = descriptor.take() else { preconditionFailure("bound without a socket") }
        try self.init(descriptor, at: bound, isReading: isReading, in: sockets, accepted)
    }

    /// Accepts connections on a listening socket.
    init(
        _ descriptor: consuming FileDescriptor, at path: consuming BoundPath? = nil, isReading: Bool,
        in sockets: SocketSet, _ accepted: @escaping (Channel) -> Void
    ) throws(SystemError) {
        self.path = consume path
        self.sockets = sockets
        self.isReading = isReading
        self.accepted = accepted
        let raw = descriptor.raw
        self.descriptor = consume descriptor
        // A blocking socket would block the loop if no further client connects.
        guard fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK) == 0 else { throw .last("fcntl") }
        reserve = try FileDescriptor(opening: "/dev/null", O_RDONLY)
        token = try sockets.poll.add(raw, .reading) { [unowned self] _ in acceptSome() }
    }

    /// Ends the watch before the descriptor is closed: a child process that is being spawned may hold it
    /// open.
    isolated deinit {
        if let token { sockets.poll.remove(token) }
    }

    private func acceptSome() {
        let start = SystemClock.monotonic
        quota = sockets.poll.turn == turn &+ 1 ? min(Self.perTurn, 2 * quota) : 1
        turn = sockets.poll.turn
        var admitted = 0
        repeat {
            do {
                guard let connection = try FileDescriptor.accept(on: descriptor.raw) else { return }
                if admit(connection) { admitted += 1 }
            } catch {
                return recover(from: error)
            }
        } while admitted < quota && SystemClock.monotonic - start < Self.longest
    }

    /// Returns whether the connection was admitted; otherwise it is closed.
    private func admit(_ connection: consuming FileDescriptor) -> Bool {
        do {
            guard let channel = try sockets.admit(connection, isReading: isReading) else { return false }
            accepted(channel)
            channel.start()
            return true
        } catch {
            log(.debug, "cannot accept a connection: \(error)")
            return false
        }
    }

    private func recover(from error: SystemError) {
        if error.code == EMFILE, reserve != nil {
            reserve = nil
            // The connection is closed at once, because no descriptor number is left for it.
            let turnedAway = try? FileDescriptor.accept(on: descriptor.raw)
            let hasTurnedAway = turnedAway != nil
            _ = consume turnedAway
            // Without a reserve, the next failure pauses the listener, which then tries to open one again.
            reserve = try? FileDescriptor(opening: "/dev/null", O_RDONLY)
            if hasTurnedAway { return }
        }
        backOff(after: error)
    }

    private func backOff(after error: SystemError) {
        log(.warning, "cannot accept connections: \(error), trying again in 1 s")
        wait(for: [])
        resting = sockets.clock.after(.seconds(1), slack: .milliseconds(100)) { [unowned self] in
            if reserve == nil { reserve = try? FileDescriptor(opening: "/dev/null", O_RDONLY) }
            wait(for: .reading)
        }
    }

    private func wait(for events: Readiness) {
        do {
            if let token { try sockets.poll.set(token, events) }
        } catch {
            log(.error, "cannot watch a listening socket any more: \(error), it accepts no connections")
        }
    }
}

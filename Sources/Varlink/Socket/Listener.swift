import Glibc
import Reactive
import Systemd

/// Takes connections from a listening socket.
///
/// When descriptors run out the one in reserve is spent on taking a connection and closing it, so that it does not
/// wait for ever; when even that fails nobody is taken for a second, instead of trying again and again.
final class Listener {
    /// A turn ends after so many connections, or so many nanoseconds: what they asked already is answered.
    private static let perTurn = 64
    private static let longest: Int64 = 5_000_000

    private let sockets: SocketSet
    /// Before what it watches: it must end first, since a process that is being made may hold that open.
    private var watch: IOWatch?
    private let descriptor: FileDescriptor
    private let path: BoundPath?
    /// Whether the connections are read from.
    private let isReading: Bool
    private let accepted: (Channel) -> Void
    private var reserve: FileDescriptor?
    private var resting: AnyCancellable?

    /// Takes connections from a socket that listens at a path made for it.
    convenience init(
        path: String, mode: UInt32, isReading: Bool, in sockets: SocketSet,
        _ accepted: @escaping (Channel) -> Void
    ) throws(SystemError) {
        var descriptor: FileDescriptor?
        let bound = try BoundPath(path, mode: mode, &descriptor)
        guard let descriptor = descriptor.take() else { preconditionFailure("bound without a socket") }
        try self.init(descriptor, at: bound, isReading: isReading, in: sockets, accepted)
    }

    /// Takes connections from a socket that listens.
    init(
        _ descriptor: consuming FileDescriptor, at path: consuming BoundPath? = nil, isReading: Bool,
        in sockets: SocketSet, _ accepted: @escaping (Channel) -> Void
    ) throws(SystemError) {
        self.path = consume path
        (self.sockets, self.isReading, self.accepted) = (sockets, isReading, accepted)
        let raw = descriptor.raw
        self.descriptor = consume descriptor
        // One that blocks would hold the loop when nobody else connects.
        guard fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK) == 0 else { throw .last("fcntl") }
        reserve = try FileDescriptor(opening: "/dev/null", O_RDONLY)
        watch = try sockets.loop.watch(raw, for: .reading, priority: .low) { [unowned self] _ in takeSome() }
    }

    private func takeSome() {
        sockets.beginTurn()
        let start = SystemClock.monotonic
        for _ in 0..<Self.perTurn where SystemClock.monotonic - start < Self.longest {
            do {
                guard let connection = try FileDescriptor.accept(on: descriptor.raw) else { return }
                welcome(connection)
            } catch {
                return recover(from: error)
            }
        }
    }

    private func welcome(_ connection: consuming FileDescriptor) {
        do {
            let identity = try Identity(of: connection.raw)
            guard sockets.admit(identity.uid) else {
                log(.debug, "refusing a connection of user \(identity.uid): there are too many")
                return
            }
            let channel = try channel(connection, identity)
            accepted(channel)
            channel.begin()
        } catch {
            log(.debug, "cannot take a connection: \(error)")
        }
    }

    private func channel(
        _ connection: consuming FileDescriptor, _ identity: Identity
    ) throws(SystemError) -> Channel {
        do {
            return try Channel(
                connection, identity, isCounted: true, isReading: isReading, in: sockets)
        } catch {
            sockets.dismiss(identity.uid)
            throw error
        }
    }

    private func recover(from error: SystemError) {
        if error.code == EMFILE, reserve != nil {
            reserve = nil
            // It is closed at once: there is no number for it.
            let turnedAway = try? FileDescriptor.accept(on: descriptor.raw)
            let hasTurnedAway = turnedAway != nil
            _ = consume turnedAway
            // Without a reserve the next failure rests; it is tried again then.
            reserve = try? FileDescriptor(opening: "/dev/null", O_RDONLY)
            if hasTurnedAway { return }
        }
        rest(after: error)
    }

    private func rest(after error: SystemError) {
        log(.warning, "cannot take connections: \(error), trying again in 1 s")
        watch?.events = []
        resting = sockets.clock.after(.seconds(1), slack: .milliseconds(100)) { [unowned self] in
            if reserve == nil { reserve = try? FileDescriptor(opening: "/dev/null", O_RDONLY) }
            watch?.events = .reading
        }
    }
}

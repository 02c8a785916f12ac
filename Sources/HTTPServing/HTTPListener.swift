import Glibc
import Reactive
import Systemd

/// Accepts connections on a listening socket.
@MainActor
final class HTTPListener {
    /// The maximum number of connections accepted in one turn, so that their requests are answered.
    private static let perTurn = 64

    /// Declared before its descriptor, so that it ends first.
    private var watch: IOWatch?
    private let descriptor: FileDescriptor
    private let loop: EventLoop
    private let admit: (consuming FileDescriptor) -> Void
    private var pause: AnyCancellable?

    init(
        _ descriptor: consuming FileDescriptor, on loop: EventLoop,
        admit: @escaping (consuming FileDescriptor) -> Void
    ) throws(SystemError) {
        let raw = descriptor.raw
        self.descriptor = consume descriptor
        self.loop = loop
        self.admit = admit
        // A blocking socket would block the loop if no further client connects.
        guard fcntl(raw, F_SETFL, fcntl(raw, F_GETFL) | O_NONBLOCK) == 0 else { throw .last("fcntl") }
        watch = try loop.watch(raw, for: .reading, priority: .low) { [unowned self] _ in acceptSome() }
    }

    isolated deinit {
        watch?.cancel()
    }

    private func acceptSome() {
        do {
            for _ in 0..<HTTPListener.perTurn {
                guard let connection = try FileDescriptor.accept(on: descriptor.raw) else { return }
                admit(connection)
            }
        } catch {
            backOff(after: error)
        }
    }

    /// Backs off for a second, in which descriptors may become free.
    private func backOff(after error: SystemError) {
        log(.warning, "cannot accept connections: \(error), trying again in 1 s")
        wait(for: [])
        pause = loop.after(.seconds(1), slack: .milliseconds(100)) { [unowned self] in wait(for: .reading) }
    }

    private func wait(for events: Readiness) {
        do {
            try watch?.wait(for: events)
        } catch {
            log(.error, "cannot watch a listening socket any more: \(error), it accepts no connections")
        }
    }
}

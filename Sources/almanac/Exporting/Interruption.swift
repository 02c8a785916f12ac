import Glibc
import Reactive
import Systemd

/// The user's request to end the program, which takes effect between two calls of the daemon, so that no part of
/// a file is left.
final class Interruption {
    private var isRequested = false
    private var subscription: AnyCancellable?

    /// Receives SIGINT and SIGTERM from now on.
    init(on loop: EventLoop) throws(CommandError) {
        do {
            subscription = try loop.signals(SIGINT, SIGTERM).sink { [unowned self] _ in isRequested = true }
        } catch {
            throw CommandError(.unavailable, "\(error)")
        }
    }

    /// Throws a complaint if the user has requested the end.
    func check(_ path: String) throws(CommandError) {
        if isRequested { throw CommandError(.failure, "interrupted: \(path) was not written") }
    }
}

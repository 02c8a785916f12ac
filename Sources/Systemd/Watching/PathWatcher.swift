import CSystemd
import Glibc
public import Reactive

/// Tells when files and directories change, however that is done: written in place, renamed over, a
/// link turned elsewhere, a parent that comes or goes.
///
/// inotify watches the directory of the path and of every link on the way to it; what happened is then
/// looked up, not believed. Network file systems tell nothing: there `every` is what counts.
///
/// Source: inotify(7).
public final class PathWatcher {
    /// How often to look where a directory cannot be watched.
    static let blindly: Duration = .seconds(10)

    let loop: EventLoop
    let watches: DirectoryWatches
    let quiet: Duration
    /// Keeps inotify open while nothing else is watched.
    private let root: EventSource
    private var complaints: Set<SystemError> = []

    /// Makes a watcher that watches nothing yet.
    ///
    /// - Parameters:
    ///   - loop: The loop.
    ///   - quiet: How long nothing must happen to a path before it is told.
    /// - Throws: When inotify cannot be had, such as when the user has too many of them.
    public init(on loop: EventLoop, quiet: Duration = .milliseconds(100)) throws(SystemError) {
        (self.loop, self.quiet) = (loop, quiet)
        watches = DirectoryWatches(on: loop)
        root = try EventSource("inotify_init", "/") {
            sd_event_add_inotify(loop.handle.pointer, $0, "/", UInt32(IN_DELETE_SELF), { _, _, _ in 0 }, nil)
        }
    }

    /// Tells what becomes of a path, each subscriber apart.
    ///
    /// The first value is how it stands, at once if nothing touched it just now; then one value
    /// whenever it stands otherwise and it was quiet since the last close or rename. Whoever reads it
    /// compares the stamp of what was opened before and after reading, and discards the reading if they differ.
    ///
    /// - Parameters:
    ///   - path: Neither the file nor its parents need be there. A directory stands for its files.
    ///   - every: How often to look even when nothing is heard; `nil` never, unless a directory cannot be watched.
    /// - Returns: Values until the subscription is cancelled; it never ends by itself.
    public func changes(of path: String, every: Duration?) -> AnyPublisher<PathEvent, Never> {
        Deferred { [self] in
            let watched = WatchedPath(Self.absolute(path), every: every, by: self)
            // What the operator holds lives exactly as long as the subscription.
            return watched.events.map { event in withExtendedLifetime(watched) { event } }
        }.eraseToAnyPublisher()
    }

    /// Tells what happens to the entries of a directory, each subscriber apart.
    ///
    /// The first value is `rescan`. Nothing is held back: names come as they are complete.
    ///
    /// - Parameter directory: Neither it nor its parents need be there.
    /// - Returns: Values until the subscription is cancelled; it never ends by itself.
    public func entries(of directory: String) -> AnyPublisher<DirectoryEvent, Never> {
        Deferred { [self] in
            let watched = WatchedDirectory(Self.absolute(directory), by: self)
            // What the operator holds lives exactly as long as the subscription.
            return watched.events.map { event in withExtendedLifetime(watched) { event } }
        }.eraseToAnyPublisher()
    }

    private static func absolute(_ path: String) -> String {
        guard path.utf8.first != 0x2F, let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return "\(String(cString: here))/\(path)"
    }

    /// Once for each directory and reason.
    func complain(_ error: SystemError) {
        guard complaints.insert(error).inserted else { return }
        log(
            .warning, "cannot watch for changes: \(error), looking every \(Self.blindly) instead",
            ["ALMANAC_PATH": error.detail])
    }
}

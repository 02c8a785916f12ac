import CSystemd
import Glibc
public import Reactive

/// Reports changes to files and directories, however they are made: by a write in place, a rename, a link
/// that gets another target, or the creation or removal of a parent.
///
/// inotify watches the directory of the path and of every link on the way to it; each event causes a new look
/// at the file itself. Network file systems send no events: there, only the polling interval `every` has an
/// effect.
///
/// Source: inotify(7).
public final class PathWatcher {
    /// The polling interval where a directory cannot be watched.
    static let blindly: Duration = .seconds(10)

    let loop: EventLoop
    let watches: DirectoryWatches
    let quiet: Duration
    /// Keeps inotify open while nothing else is watched.
    private let root: EventSource
    private var complaints: Set<SystemError> = []

    /// Creates a watcher without any watches.
    ///
    /// - Parameters:
    ///   - loop: The loop.
    ///   - quiet: The quiet period: how long a path must remain unchanged before a change is published.
    /// - Throws: `SystemError` if inotify is not available, for example because the user has too many
    ///   instances.
    public init(on loop: EventLoop, quiet: Duration = .milliseconds(100)) throws(SystemError) {
        (self.loop, self.quiet) = (loop, quiet)
        watches = DirectoryWatches(on: loop)
        root = try EventSource("inotify_init", "/") {
            sd_event_add_inotify(loop.handle.pointer, $0, "/", UInt32(IN_DELETE_SELF), { _, _, _ in 0 }, nil)
        }
    }

    /// Publishes the changes of a path, separately for each subscriber.
    ///
    /// The first value is the current state, published at once unless the file was modified just now. A
    /// further value follows whenever the state has changed and the quiet period after the last close or
    /// rename has passed. A subscriber that reads the file compares the stamps of the open file before and
    /// after reading, and discards the contents if they differ.
    ///
    /// - Parameters:
    ///   - path: The path; neither the file nor its parents need exist. A change of a directory's files
    ///     counts as its change.
    ///   - every: The polling interval in addition to events; `nil` for none, unless a directory cannot be
    ///     watched.
    /// - Returns: Values until the subscription is cancelled; the publisher never completes.
    public func changes(of path: String, every: Duration?) -> AnyPublisher<PathEvent, Never> {
        Deferred { [self] in
            let watched = WatchedPath(Self.absolute(path), every: every, by: self)
            // The operator's closure lives exactly as long as the subscription.
            return watched.events.map { event in withExtendedLifetime(watched) { event } }
        }.eraseToAnyPublisher()
    }

    /// Publishes the events of a directory's entries, separately for each subscriber.
    ///
    /// The first value is `rescan`. There is no quiet period: a name is published as soon as its file is
    /// complete.
    ///
    /// - Parameter directory: The path; neither the directory nor its parents need exist.
    /// - Returns: Values until the subscription is cancelled; the publisher never completes.
    public func entries(of directory: String) -> AnyPublisher<DirectoryEvent, Never> {
        Deferred { [self] in
            let watched = WatchedDirectory(Self.absolute(directory), by: self)
            // The operator's closure lives exactly as long as the subscription.
            return watched.events.map { event in withExtendedLifetime(watched) { event } }
        }.eraseToAnyPublisher()
    }

    private static func absolute(_ path: String) -> String {
        guard path.utf8.first != 0x2F, let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return "\(String(cString: here))/\(path)"
    }

    /// Logs an error, once for each directory and reason.
    func complain(_ error: SystemError) {
        guard complaints.insert(error).inserted else { return }
        log(
            .warning, "cannot watch for changes: \(error), polling every \(Self.blindly) instead",
            ["ALMANAC_PATH": error.detail])
    }
}

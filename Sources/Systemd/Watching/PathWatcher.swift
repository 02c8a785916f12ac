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
    /// The clock of the quiet periods and polls.
    let scheduler: AnyScheduler
    /// Keeps inotify open while nothing else is watched.
    private let root: EventSource
    private var complaints: Set<SystemError> = []

    /// Creates a watcher without any watches.
    ///
    /// - Parameters:
    ///   - loop: The loop.
    ///   - quiet: The quiet period: how long a path must remain unchanged before a change is published.
    ///   - scheduler: The clock of the quiet periods and polls; `nil` for the loop's own clock.
    /// - Throws: `SystemError` if inotify is not available, for example because the user has too many
    ///   instances.
    public init(
        on loop: EventLoop, quiet: Duration = .milliseconds(100), clock scheduler: AnyScheduler? = nil
    ) throws(SystemError) {
        self.loop = loop
        self.quiet = quiet
        self.scheduler = scheduler ?? AnyScheduler(loop)
        watches = DirectoryWatches(on: loop)
        root = try EventSource("inotify_init", "/") {
            sd_event_add_inotify(loop.handle.pointer, $0, "/", UInt32(IN_DELETE_SELF), { _, _, _ in 0 }, nil)
        }
    }

    /// Returns a path as an absolute one, relative to the working directory.
    static func absolute(_ path: String) -> String {
        guard path.utf8.first != UInt8(ascii: "/"), let here = getcwd(nil, 0) else { return path }
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

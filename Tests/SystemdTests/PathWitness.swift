import Glibc
import Reactive
import Systemd
import Testing

/// A collector of a watcher's events of one path.
final class PathWitness {
    let directory = TemporaryDirectory()
    let loop: EventLoop
    let clock = ManualScheduler()
    private let watcher: PathWatcher
    private var subscription: AnyCancellable?
    private(set) var events: [PathEvent] = []

    init() throws {
        loop = try EventLoop()
        watcher = try PathWatcher(on: loop, quiet: .milliseconds(20), clock: AnyScheduler(clock))
    }

    func watch(_ name: String, every: Duration? = nil) {
        subscription = watcher.changes(of: directory.path(name), every: every).sink { [unowned self] in
            events.append($0)
        }
    }

    func stop() { subscription?.cancel() }

    /// Returns the event of the next quiet periods, and checks that it is the only one.
    ///
    /// It may come a moment late: a child process that another thread starts keeps a file open until its
    /// exec.
    func next() throws -> PathEvent? {
        let count = events.count
        try pass(.milliseconds(50))
        #expect(
            try loop.turn {
                clock.advance(by: .milliseconds(50))
                return events.count > count
            })
        #expect(events.count == count + 1)
        return events.last
    }

    func nothing() throws {
        let count = events.count
        try pass(.milliseconds(50))
        #expect(events.count == count)
    }

    /// Serves everything that inotify has reported before and after some time passes.
    func pass(_ time: Duration) throws {
        try loop.settle()
        clock.advance(by: time)
        try loop.settle()
    }

    func stamp(_ name: String) -> PathEvent? { Stamp(of: directory.path(name)).map { .settled($0) } }
}

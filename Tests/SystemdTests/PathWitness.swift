import Glibc
import Reactive
import Systemd
import Testing

/// A collector of a watcher's events of one path.
final class PathWitness {
    let directory = TemporaryDirectory()
    let loop: EventLoop
    private let watcher: PathWatcher
    private var subscription: AnyCancellable?
    private(set) var events: [PathEvent] = []

    init() throws {
        loop = try EventLoop()
        watcher = try PathWatcher(on: loop, quiet: .milliseconds(20))
    }

    func watch(_ name: String, every: Duration? = nil) {
        subscription = watcher.changes(of: directory.path(name), every: every).sink { [unowned self] in
            events.append($0)
        }
    }

    func stop() { subscription?.cancel() }

    /// Runs the loop until another event arrives, and checks that no further event follows.
    func next() throws -> PathEvent? {
        let count = events.count
        guard try loop.turn(until: { events.count > count }) else { return nil }
        try loop.turn(for: .milliseconds(30))
        #expect(events.count == count + 1)
        return events.last
    }

    func nothing() throws {
        let count = events.count
        try loop.turn(for: .milliseconds(50))
        #expect(events.count == count)
    }

    func stamp(_ name: String) -> PathEvent? { Stamp(of: directory.path(name)).map { .settled($0) } }
}

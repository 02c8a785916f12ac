import Reactive
import Records

/// One path as one subscriber watches it: looks when something happened, tells when it is quiet.
final class WatchedPath {
    private enum State: Equatable {
        case absent
        case present(Stamp)
    }

    /// How often to look where a directory cannot be watched.
    static let blindly: Duration = .seconds(10)

    let events = PassthroughSubject<PathEvent, Never>()

    private let path: String
    private let watcher: PathWatcher
    private let loop: EventLoop
    private var chain: ChainWatch?
    private var told: State?
    private var seen: State = .absent
    /// Somebody made the file and has not closed it yet.
    private var isUnfinished = false
    private var settling: LoopTimer?
    private var looking: LoopTimer?

    init(_ path: String, every interval: Duration?, by watcher: PathWatcher) {
        (self.path, self.watcher, loop) = (path, watcher, watcher.loop)
        chain = ChainWatch(path, by: watcher) { [unowned self] sign, _ in hear(sign) }
        loop.next { [weak self] in self?.begin(interval) }
    }

    private func begin(_ interval: Duration?) {
        chain?.follow()
        let step = chain?.isBlind == true ? min(interval ?? Self.blindly, Self.blindly) : interval
        if let step { look(every: max(step, .milliseconds(1))) }
        seen = current
        if isLongQuiet { tell() } else { settle() }
    }

    private func look(every step: Duration) {
        let (microseconds, slack) = (step.microseconds, min(step / 10, .seconds(5)).microseconds)
        looking = LoopTimer(
            loop.now.microseconds + microseconds, every: microseconds, slack: slack, on: loop
        ) { [unowned self] in
            isUnfinished = false
            look()
        }
    }

    private func hear(_ sign: DirectorySign) {
        isUnfinished = sign.isUnfinished || (isUnfinished && sign.isPassing)
        // Whatever was going to be told must be quiet anew.
        settling = nil
        look()
    }

    private func look() {
        chain?.follow()
        let state = current
        if state == seen && settling != nil { return }
        (seen, settling) = (state, nil)
        if state != told && !isUnfinished { settle() }
    }

    private func settle() {
        let due = loop.now.microseconds + watcher.quiet.microseconds
        settling = LoopTimer(due, every: nil, slack: 0, on: loop) { [unowned self] in
            let state = current
            if state == seen { return tell() }
            seen = state
            settle()
        }
    }

    private func tell() {
        settling = nil
        guard seen != told else { return }
        told = seen
        switch seen {
        case .absent: events.send(.vanished)
        case .present(let stamp): events.send(.settled(stamp))
        }
    }

    private var current: State { Stamp(of: path).map { .present($0) } ?? .absent }

    /// Whether what is there was last touched longer ago than `quiet`, by the wall clock.
    private var isLongQuiet: Bool {
        guard case .present(let stamp) = seen else { return false }
        return UTC(microseconds: stamp.changed / 1000) + watcher.quiet < loop.wall
    }
}

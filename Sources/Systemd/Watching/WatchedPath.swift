import Reactive
import Records

/// One path as one subscriber watches it: looks when something happened, tells when it is quiet.
final class WatchedPath {
    private enum State: Equatable {
        case absent
        case present(Stamp)

        init(of path: String) { self = Stamp(of: path).map { .present($0) } ?? .absent }
    }

    let events = PassthroughSubject<PathEvent, Never>()

    private let path: String
    private let interval: Duration?
    private let watcher: PathWatcher
    private let loop: EventLoop
    private var chain: ChainWatch?
    private var told: State?
    private var seen: State = .absent
    /// Somebody made the file and has not closed it yet.
    private var isUnfinished = false
    private var disturbed: LoopTime
    private var settling: LoopTimer?
    private var looking: LoopTimer?

    init(_ path: String, every interval: Duration?, by watcher: PathWatcher) {
        (self.path, self.interval, self.watcher, loop) = (path, interval, watcher, watcher.loop)
        disturbed = loop.now
        chain = ChainWatch(path, by: watcher) { [unowned self] in hear($0, $1) }
        loop.next { [weak self] in self?.begin() }
    }

    private func begin() {
        look()
        if isLongQuiet { tell() } else { disturb() }
    }

    /// What happens in a directory that stands for its files is only counted: there may be very much of it.
    private func hear(_ sign: DirectorySign, _ isContent: Bool) {
        if sign.isLoss { return lookSoon() }
        if isContent && !sign.isEnd { return disturb() }
        isUnfinished = sign.isUnfinished || (isUnfinished && sign.isPassing)
        look()
        disturb()
    }

    /// All paths at once must look when events were lost.
    private func lookSoon() {
        isUnfinished = false
        loop.next { [weak self] in
            self?.look()
            self?.disturb()
        }
    }

    private func look() {
        chain?.follow()
        seen = State(of: path)
        if looking == nil { startLooking() }
    }

    private func startLooking() {
        let blindly = chain?.isBlind == true ? PathWatcher.blindly : nil
        guard let step = [interval, blindly].compactMap({ $0 }).min() else { return }
        let (microseconds, slack) = (max(1, step.microseconds), min(step / 10, .seconds(5)).microseconds)
        let first = loop.now.microseconds + microseconds
        looking = LoopTimer(first, every: microseconds, slack: slack, on: loop) { [unowned self] in
            isUnfinished = false
            let before = seen
            look()
            if seen != before || (seen != told && settling == nil) { disturb() }
        }
    }

    /// Whatever was going to be told must be quiet anew.
    private func disturb() {
        disturbed = loop.now
        if settling == nil { settle(in: watcher.quiet) }
    }

    private func settle(in delay: Duration) {
        let due = loop.now.microseconds + delay.microseconds
        settling = LoopTimer(due, every: nil, slack: 0, on: loop) { [unowned self] in
            let rest = watcher.quiet - (loop.now - disturbed)
            if rest > .zero { return settle(in: rest) }
            settling = nil
            if !isUnfinished { conclude() }
        }
    }

    /// Tells how it stands, unless it changed without a word since it was looked at.
    private func conclude() {
        let before = seen
        seen = State(of: path)
        if case .present(let stamp) = seen, stamp.isDirectory { return tell() }
        if seen == before { tell() } else { disturb() }
    }

    private func tell() {
        guard seen != told else { return }
        told = seen
        switch seen {
        case .absent: events.send(.vanished)
        case .present(let stamp): events.send(.settled(stamp))
        }
    }

    /// Whether what is there was last touched longer ago than must be quiet, by the wall clock.
    private var isLongQuiet: Bool {
        guard case .present(let stamp) = seen else { return false }
        return UTC(microseconds: stamp.changed / 1000) + watcher.quiet < loop.wall
    }
}

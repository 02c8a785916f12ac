public import Reactive
import Records

/// The state of a path that one subscriber watches: each event causes a look at the file, and a change is
/// published after the quiet period.
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
    /// Whether a process has created the file and not closed it yet.
    private var isUnfinished = false
    private var disturbed: LoopTime
    private var settling: AnyCancellable?
    private var looking: AnyCancellable?
    /// Whether `looking` polls because some directories cannot be watched.
    private var isLookingBlindly = false

    init(_ path: String, every interval: Duration?, by watcher: PathWatcher) {
        self.path = path
        self.interval = interval
        self.watcher = watcher
        loop = watcher.loop
        disturbed = watcher.scheduler.now
        chain = ChainWatch(path, by: watcher) { [unowned self] in hear($0, $1) }
        loop.next { [weak self] in self?.start() }
    }

    private func start() {
        check()
        if isLongQuiet { tell() } else { disturb() }
    }

    /// Handles an event. Events in a directory that is watched for its files only restart the quiet period,
    /// because there may be very many.
    private func hear(_ sign: InotifyEvent, _ isContent: Bool) {
        if sign.isLoss { return checkSoon() }
        if isContent && !sign.isEnd { return disturb() }
        isUnfinished = sign.isUnfinished || (isUnfinished && sign.isPassing)
        check()
        disturb()
    }

    /// Defers the look at the file: when events were lost, all paths must look at once.
    private func checkSoon() {
        isUnfinished = false
        loop.next { [weak self] in
            self?.check()
            self?.disturb()
        }
    }

    private func check() {
        chain?.follow()
        seen = State(of: path)
        if looking == nil || isLookingBlindly != (chain?.isBlind ?? false) { startLooking() }
    }

    private func startLooking() {
        looking = nil
        isLookingBlindly = chain?.isBlind ?? false
        let blindly = isLookingBlindly ? PathWatcher.blindly : nil
        guard let step = [interval, blindly].compactMap({ $0 }).min() else { return }
        let interval = max(.microseconds(1), step)
        let timer = watcher.scheduler.schedule(
            after: watcher.scheduler.now + interval, interval: .init(interval),
            tolerance: .init(min(step / 10, .seconds(5)))
        ) { [unowned self] in poll() }
        looking = AnyCancellable(timer)
    }

    private func poll() {
        isUnfinished = false
        let before = seen
        check()
        if seen != before || (seen != told && settling == nil) {
            disturb()
        } else if settling == nil, case .present(let stamp) = seen {
            events.send(.unchanged(stamp))
        }
    }

    /// Restarts the quiet period.
    private func disturb() {
        disturbed = watcher.scheduler.now
        if settling == nil { awaitQuiet(in: watcher.quiet) }
    }

    private func awaitQuiet(in delay: Duration) {
        settling = watcher.scheduler.after(delay, slack: .zero) { [unowned self] in
            let rest = watcher.quiet - (watcher.scheduler.now - disturbed)
            if rest > .zero { return awaitQuiet(in: rest) }
            settling = nil
            if !isUnfinished { conclude() }
        }
    }

    /// Publishes the state, unless it has changed without an event since the last look.
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

    /// Whether the last change of the file, by the wall clock, is longer ago than the quiet period.
    private var isLongQuiet: Bool {
        guard case .present(let stamp) = seen else { return false }
        return UTC(microseconds: stamp.changed / 1000) + watcher.quiet < loop.wall
    }
}

extension PathWatcher {
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
        observations(of: path, every: every).filter { if case .unchanged = $0 { false } else { true } }
            .eraseToAnyPublisher()
    }

    /// Publishes the changes of a path like `changes`, and each poll that finds it as it was last reported.
    public func observations(of path: String, every: Duration?) -> AnyPublisher<PathEvent, Never> {
        Deferred { [self] in
            let watched = WatchedPath(Self.absolute(path), every: every, by: self)
            // The operator's closure lives exactly as long as the subscription.
            return watched.events.map { event in withExtendedLifetime(watched) { event } }
        }.eraseToAnyPublisher()
    }
}

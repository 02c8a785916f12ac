public import Reactive
import Records

/// The state of a directory that one subscriber watches.
final class WatchedDirectory {
    let events = PassthroughSubject<DirectoryEvent, Never>()

    private let loop: EventLoop
    private var chain: ChainWatch?
    private var target: FileIdentity?
    private var looking: AnyCancellable?

    init(_ path: String, by watcher: PathWatcher) {
        loop = watcher.loop
        chain = ChainWatch(path, by: watcher) { [unowned self] in hear($0, $1) }
        loop.next { [weak self] in self?.start() }
    }

    private func start() {
        follow()
        events.send(.rescan)
    }

    private func hear(_ sign: InotifyEvent, _ isContent: Bool) {
        if sign.isLoss || sign.isEnd || !isContent {
            let before = target
            follow()
            if sign.isLoss || target != before { events.send(.rescan) }
        } else if let name = sign.name, !sign.isUnfinished {
            events.send(sign.isRemoval ? .removed(name) : .changed(name))
        }
    }

    private func follow() {
        chain?.follow()
        target = chain?.chain.target?.identity
        if chain?.isBlind == true && looking == nil { pollBlindly() }
    }

    private func pollBlindly() {
        let step = PathWatcher.blindly.microseconds
        let timer = LoopTimer(loop.now.microseconds + step, every: step, slack: step / 10, on: loop) {
            [unowned self] in
            follow()
            events.send(.rescan)
            if chain?.isBlind == false { looking = nil }
        }
        looking = AnyCancellable(timer)
    }
}

extension PathWatcher {
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
}

import Reactive
import Records

/// One directory as one subscriber watches it.
final class WatchedDirectory {
    let events = PassthroughSubject<DirectoryEvent, Never>()

    private let loop: EventLoop
    private var chain: ChainWatch?
    private var target: FileIdentity?
    private var looking: LoopTimer?

    init(_ path: String, by watcher: PathWatcher) {
        loop = watcher.loop
        chain = ChainWatch(path, by: watcher) { [unowned self] in hear($0, $1) }
        loop.next { [weak self] in self?.begin() }
    }

    private func begin() {
        chain?.follow()
        target = chain?.chain.target?.identity
        if chain?.isBlind == true { lookBlindly() }
        events.send(.rescan)
    }

    private func lookBlindly() {
        let step = WatchedPath.blindly.microseconds
        looking = LoopTimer(loop.now.microseconds + step, every: step, slack: step / 10, on: loop) {
            [unowned self] in
            chain?.follow()
            events.send(.rescan)
        }
    }

    private func hear(_ sign: DirectorySign, _ isContent: Bool) {
        if sign.isLoss || sign.isEnd || !isContent { return followAgain(sign.isLoss) }
        guard let name = sign.name, !sign.isUnfinished else { return }
        events.send(sign.isRemoval ? .removed(name) : .changed(name))
    }

    private func followAgain(_ lost: Bool) {
        chain?.follow()
        let now = chain?.chain.target?.identity
        guard lost || now != target else { return }
        target = now
        events.send(.rescan)
    }
}

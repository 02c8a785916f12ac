import Reactive
import Refreshing
import Storing
import Systemd

/// Updates the search indexes from the log of changes, when the worker has nothing else to do.
///
/// Changes can be found a tenth of a second after the last commit. During a series of commits, such as those
/// of a large document, the indexes advance by only one step per second, so that the commits are not delayed.
/// While they are far behind, a step ends once another job waits: it delays that job by 0.1 s at most.
final class Indexing {
    private let store: DataWorker<StoreContext>
    private let failures: WriteFailures
    private let noted = PassthroughSubject<Void, Never>()
    private var flow: AnyCancellable?
    private var isRunning = false
    private var isRenewing = false
    /// Whether something was committed since the last pause.
    private var isBusy = false

    init(_ store: DataWorker<StoreContext>, _ failures: WriteFailures) {
        self.store = store
        self.failures = failures
    }

    /// Starts with the changes left from the previous run, and checks once a minute for any others.
    func start(on scheduler: AnyScheduler) {
        let pause = noted.debounce(for: .milliseconds(100), scheduler: scheduler).map { true }
        // The last pulse may come long after the pause began, so it does not measure the pause.
        let pulse = noted.throttle(for: .seconds(1), scheduler: scheduler, latest: true).map { false }
        let look = scheduler.timer(every: .seconds(60), slack: .seconds(10)).map { _ in true }
        flow = Publishers.Merge3(pause, pulse, look).sink { [unowned self] isPause in
            if isPause { isBusy = false }
            step()
        }
        step()
    }

    /// Records that something was committed.
    func recordCommit() {
        isBusy = true
        noted.send(())
    }

    /// Rebuilds damaged indexes; the store itself is sound.
    func renew() {
        guard !isRenewing else { return }
        isRenewing = true
        log(.warning, "the index of records is damaged, rebuilding it")
        store.run {
            try $0.indexer.renew()
        } then: { [weak self] result in
            guard let self else { return }
            isRenewing = false
            if case .failure(let error) = result { log(.error, "cannot rebuild the index: \(error)") }
            step()
        }
    }

    private func step() {
        guard !isRunning else { return }
        isRunning = true
        store.run(priority: .idle) { [isAwaited = store.isAwaited] in
            try $0.indexer.follow(isAwaited: isAwaited)
        } then: { [weak self] result in
            self?.stepped(result)
        }
    }

    private func stepped(_ result: Result<Bool, any Error>) {
        isRunning = false
        switch result {
        case .success(let isMore):
            failures.succeed(.index)
            if isMore, !isBusy { step() }
        case .failure(let error):
            failures.fail(.index, error)
            log(.error, "cannot update the index: \(error)")
        }
    }
}

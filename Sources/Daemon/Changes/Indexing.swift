import Reactive
import Storing
import Systemd

/// Brings the indexes, by which records are found, after the log of changes, when the worker has nothing
/// else to do.
///
/// What changed is found a tenth of a second after the last commit. While commits go on, such as those of a
/// large document, only one step a second is taken, so that they are not held up.
final class Indexing {
    private let store: DataWorker<StoreDesk>
    private let noted = PassthroughSubject<Void, Never>()
    private var flow: AnyCancellable?
    private var isRunning = false
    /// Commits came since the last pause.
    private var isBusy = false

    init(_ store: DataWorker<StoreDesk>) { self.store = store }

    /// Begins, with what is left from before; and looks once a minute whether anything is left.
    func begin(on scheduler: AnyScheduler) {
        let pause = noted.debounce(for: .milliseconds(100), scheduler: scheduler).map { true }
        // The last pulse comes when the pause may be long over, and says nothing about it.
        let pulse = noted.throttle(for: .seconds(1), scheduler: scheduler, latest: true).map { false }
        let look = scheduler.timer(every: .seconds(60), slack: .seconds(10)).map { _ in true }
        flow = Publishers.Merge3(pause, pulse, look).sink { [unowned self] isPause in
            if isPause { isBusy = false }
            step()
        }
        step()
    }

    /// Something was committed.
    func note() {
        isBusy = true
        noted.send(())
    }

    private func step() {
        guard !isRunning else { return }
        isRunning = true
        store.run(priority: .idle) {
            try $0.finder.follow()
        } then: { [weak self] result in
            self?.stepped(result)
        }
    }

    private func stepped(_ result: Result<Bool, any Error>) {
        isRunning = false
        switch result {
        case .success(let isMore): if isMore, !isBusy { step() }
        case .failure(let error): log(.error, "cannot bring the index up to date: \(error)")
        }
    }
}

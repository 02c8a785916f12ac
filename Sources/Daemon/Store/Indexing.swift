import Reactive
import Refreshing
import Storing
import Systemd

/// Updates the search indexes from the log of changes.
///
/// A few changes wait for each other up to a minute, so that they share the pages that are written, or until
/// a search needs them. Many are indexed a tenth of a second after the last commit. During a series of
/// commits, such as those of a large document, the indexes advance by only one step per second, so that the
/// commits are not delayed. While they are far behind, a step ends once another job waits: it delays that
/// job by 0.1 s at most.
final class Indexing {
    /// The number of changes that do not wait for others; a step indexes as many in a few milliseconds.
    private static let many = 200
    /// The time that a search waits for indexes that are far behind.
    private static let patience = Duration.seconds(1)

    /// The number of times that the indexes may have been emptied: what a step or a search found before says
    /// nothing about them.
    private(set) var replacements = 0

    private let store: DataWorker<StoreContext>
    private let failures: WriteFailures
    /// The error of the last step; `nil` if it succeeded. Every search attempts a step, but the journal has
    /// an error once.
    private var fault: String?
    private let noted = PassthroughSubject<Void, Never>()
    private let scheduler: AnyScheduler
    private var flow: AnyCancellable?
    private var isRunning = false
    private var isRenewing = false
    /// Whether many changes were committed since the last pause.
    private var isBusy = false
    /// Whether the indexes may lack changes: until a step has found no more.
    private var isBehind = true
    /// Whether the last step left changes.
    private var isFar = false
    /// The number of changes that were committed since the last step began.
    private var waiting = 0
    /// The searches that wait.
    private var searches: [WaitingSearch] = []
    /// The end of the searches' patience.
    private var limit: AnyCancellable?

    init(_ store: DataWorker<StoreContext>, _ failures: WriteFailures, on scheduler: AnyScheduler) {
        self.store = store
        self.failures = failures
        self.scheduler = scheduler
    }

    /// Starts with the changes left from the previous run; once a minute, the few that wait follow.
    func start() {
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

    /// Records that some changes were committed.
    func recordCommit(of changes: Int) {
        isBehind = true
        waiting += changes
        guard isFar || waiting >= Self.many else { return }
        isBusy = true
        noted.send(())
    }

    /// Updates the indexes for a search.
    ///
    /// - Parameter search: Called at once if the indexes have all changes, else when they do or after at most
    ///   a second; `isPartial` says whether records may still be missing.
    /// - Returns: A token that ends the wait when released; `nil` if `search` was called.
    func update(for search: @escaping (_ isPartial: Bool) -> Void) -> AnyCancellable? {
        guard isBehind else {
            search(false)
            return nil
        }
        let entry = WaitingSearch(search)
        searches.append(entry)
        limit = limit ?? scheduler.after(Self.patience) { [unowned self] in release(isPartial: true) }
        step()
        return AnyCancellable { entry.resume = nil }
    }

    /// Records that the database was reopened: indexes that were damaged are empty now.
    func recordReopening() {
        isBehind = true
        replacements += 1
        step()
    }

    /// Rebuilds damaged indexes; the store itself is sound.
    func renew() {
        guard !isRenewing else { return }
        isRenewing = true
        isBehind = true
        replacements += 1
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
        waiting = 0
        store.run(priority: searches.isEmpty ? .idle : .normal) { [isAwaited = store.isAwaited] in
            try $0.indexer.follow(isAwaited: isAwaited)
        } then: { [weak self, replacements] result in
            self?.stepped(result, isReplaced: self?.replacements != replacements)
        }
    }

    private func stepped(_ result: Result<Bool, any Error>, isReplaced: Bool) {
        isRunning = false
        switch result {
        case .success(let isMore):
            failures.succeed(.index)
            fault = nil
            isFar = isMore
            isBehind = isMore || waiting > 0 || isReplaced
            if !isBehind { release(isPartial: false) }
            let isFollowed = (isMore || waiting >= Self.many) && !isBusy
            if !searches.isEmpty || isReplaced || isFollowed { step() }
        case .failure(let error):
            isBehind = true
            // Damaged indexes are empty now.
            replacements += 1
            release(isPartial: true)
            failures.fail(.index, error)
            if fault != "\(error)" { log(.error, "cannot update the index: \(error)") }
            fault = "\(error)"
        }
    }

    private func release(isPartial: Bool) {
        limit = nil
        let released = searches
        searches = []
        for search in released { search.resume.take()?(isPartial) }
    }
}

/// A search that waits for the indexes.
private final class WaitingSearch {
    /// Continues the search; `nil` if its call is over.
    var resume: ((_ isPartial: Bool) -> Void)?

    init(_ resume: @escaping (_ isPartial: Bool) -> Void) { self.resume = resume }
}

package import Reactive
package import Records
import Storing
import Systemd

/// Batches state writes to save fsyncs and pages: changed states within a second, the times of attempts without
/// news within a minute or so.
///
/// With a thousand sources, each attempted every five minutes, a save then writes two hundred states, to nearly
/// all pages of their tables; a save every ten seconds would write thirty-three, each to a page or two of its
/// own. States with news are therefore saved without the others that wait. A crash loses at most these times:
/// the sources look older than they are, and are requested a minute earlier. States that could not be saved are
/// saved a little later: they say how long an upstream asked to wait.
package final class StateKeeper {
    /// The delay after a failed attempt to save.
    private static let pause: Duration = .seconds(30)
    /// The delay before states without news are saved by themselves, and what the timer may add to it.
    private static let delay: (Duration, slack: Duration) = (.seconds(60), slack: .seconds(5))
    /// The number of states to save in one job: with fewer, the worker waits for the disk more often; with
    /// more, other jobs wait for longer than 10 ms.
    private static let portion = 250

    private let store: DataWorker<StoreContext>
    private let failures: WriteFailures
    private var waiting: [String: (SourceState, RequestState)] = [:]
    /// The names of those among them with news.
    private var withNews: Set<String> = []
    private let noted = PassthroughSubject<Void, Never>()
    private let scheduler: AnyScheduler
    private var saving: AnyCancellable?
    private var retrying: AnyCancellable?
    /// The timer for states without news; `nil` if it does not run.
    private var delaying: AnyCancellable?
    /// Whether the last attempt failed, which was reported.
    private var isFailing = false

    package init(_ store: DataWorker<StoreContext>, _ failures: WriteFailures, scheduler: AnyScheduler) {
        self.store = store
        self.failures = failures
        self.scheduler = scheduler
        saving = noted.throttle(for: .seconds(1), scheduler: scheduler, latest: true)
            .sink { [unowned self] in save(withNews) }
    }

    /// Schedules the state of a source to be saved.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - isNews: Whether more than times has changed.
    package func schedule(_ source: Source, isNews: Bool = true) {
        waiting[source.name.text] = (source.state, source.request)
        if isNews {
            withNews.insert(source.name.text)
            return noted.send(())
        }
        guard delaying == nil else { return }
        delaying = scheduler.after(Self.delay.0, slack: Self.delay.slack) { [unowned self] in save() }
    }

    /// Saves the pending states at once.
    package func save() {
        delaying = nil
        save(Set(waiting.keys))
    }

    private func save(_ names: Set<String>) {
        withNews.subtract(names)
        // In the order of the rows, each part alters other pages of the database than those before.
        let all = names.sorted().compactMap { waiting.removeValue(forKey: $0) }
        for start in stride(from: 0, to: all.count, by: Self.portion) {
            save(all[start..<min(start + Self.portion, all.count)])
        }
    }

    private func save(_ some: ArraySlice<(SourceState, RequestState)>) {
        let states = some.map(\.0)
        let requests = some.map(\.1)
        store.run { desk in
            try desk.store.save(states, requests)
        } then: { [weak self] in
            self?.conclude($0, some)
        }
    }

    private func conclude(
        _ result: Result<Void, any Error>, _ some: ArraySlice<(SourceState, RequestState)>
    ) {
        guard case .failure(let error) = result else {
            isFailing = false
            return failures.succeed(.states)
        }
        failures.fail(.states, error)
        if !isFailing { log(.error, "cannot store the states of sources: \(error)") }
        isFailing = true
        saveLater(some)
    }

    /// Adds states to the pending ones, unless newer ones wait.
    private func saveLater(_ some: ArraySlice<(SourceState, RequestState)>) {
        for (state, request) in some {
            if waiting[state.name] == nil { waiting[state.name] = (state, request) }
            withNews.insert(state.name)
        }
        retrying = Just(()).delay(for: .init(Self.pause), scheduler: scheduler)
            .sink { [unowned self] in noted.send(()) }
    }

    /// Discards the pending state of a source that was removed.
    package func forget(_ name: SourceName) {
        waiting[name.text] = nil
        withNews.remove(name.text)
    }
}

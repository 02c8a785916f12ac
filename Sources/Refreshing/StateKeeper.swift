package import Reactive
package import Records
import Storing
import Systemd

/// Saves the states of sources and requests, at most once per second and in parts.
///
/// A crash loses at most the changes of one second, which the next attempt finds again. States that could not
/// be saved are saved a little later: they say how long an upstream asked to wait.
package final class StateKeeper {
    /// The delay after a failed attempt to save.
    private static let pause: Duration = .seconds(30)
    /// The number of states to save in one job: with fewer, the worker waits for the disk more often; with more, other
    /// jobs wait for longer than 10 ms.
    private static let portion = 250

    private let store: DataWorker<StoreContext>
    private var waiting: [String: (SourceState, RequestState)] = [:]
    private let noted = PassthroughSubject<Void, Never>()
    private let scheduler: AnyScheduler
    private var saving: AnyCancellable?
    private var retrying: AnyCancellable?
    /// Whether the last attempt failed, which was reported.
    private var isFailing = false

    package init(_ store: DataWorker<StoreContext>, scheduler: AnyScheduler) {
        self.store = store
        self.scheduler = scheduler
        saving = noted.throttle(for: .seconds(1), scheduler: scheduler, latest: true)
            .sink { [unowned self] in save() }
    }

    /// Schedules the state of a source to be saved.
    package func note(_ source: Source) {
        waiting[source.name.text] = (source.state, source.request)
        noted.send(())
    }

    /// Saves the pending states at once.
    package func save() {
        let all = Array(waiting.values)
        waiting = [:]
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
        guard case .failure(let error) = result else { return isFailing = false }
        if !isFailing { log(.error, "cannot store the states of sources: \(error)") }
        isFailing = true
        saveLater(some)
    }

    /// Adds states to the pending ones, unless newer ones wait.
    private func saveLater(_ some: ArraySlice<(SourceState, RequestState)>) {
        for (state, request) in some where waiting[state.name] == nil {
            waiting[state.name] = (state, request)
        }
        retrying = Just(()).delay(for: .init(Self.pause), scheduler: scheduler)
            .sink { [unowned self] in noted.send(()) }
    }

    /// Discards the pending state of a source that was removed.
    package func forget(_ name: SourceName) { waiting[name.text] = nil }
}

package import Reactive
package import Records
import Storing
import Systemd

/// Saves the states of sources and requests, at most once per second and in parts.
///
/// A crash loses at most the changes of one second, which the next attempt finds again.
package final class StateKeeper {
    /// The number of states to save in one job, which takes a few milliseconds.
    private static let portion = 100

    private let store: DataWorker<StoreContext>
    private var waiting: [String: (SourceState, RequestState)] = [:]
    private let noted = PassthroughSubject<Void, Never>()
    private var saving: AnyCancellable?

    package init(_ store: DataWorker<StoreContext>, scheduler: AnyScheduler) {
        self.store = store
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
        } then: { result in
            if case .failure(let error) = result {
                log(.error, "cannot store the states of sources: \(error)")
            }
        }
    }

    /// Discards the pending state of a source that was removed.
    package func forget(_ name: SourceName) { waiting[name.text] = nil }
}

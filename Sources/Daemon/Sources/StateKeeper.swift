import Reactive
import Records
import Storing
import Systemd

/// Keeps the states of sources and requests on disk: what changed within a second goes in one job.
///
/// What is lost by a crash is at most the news of that second; the next attempt finds it again.
final class StateKeeper {
    private let store: DataWorker<StoreDesk>
    private var waiting: [String: (SourceState, RequestState)] = [:]
    private let noted = PassthroughSubject<Void, Never>()
    private var saving: AnyCancellable?

    init(_ store: DataWorker<StoreDesk>, scheduler: AnyScheduler) {
        self.store = store
        saving = noted.throttle(for: .seconds(1), scheduler: scheduler, latest: true)
            .sink { [unowned self] in save() }
    }

    /// Keeps what is known of a source, soon.
    func note(_ source: Source) {
        waiting[source.name.text] = (source.state, source.request)
        noted.send(())
    }

    /// Keeps now what waits, before the end.
    func save() {
        guard !waiting.isEmpty else { return }
        let states = waiting.values.map(\.0)
        let requests = waiting.values.map(\.1)
        waiting = [:]
        store.run { desk in
            try desk.store.save(states, requests)
        } then: { result in
            if case .failure(let error) = result {
                log(.error, "cannot keep the states of sources: \(error)")
            }
        }
    }

    /// Forgets a source that is gone.
    func forget(_ name: SourceName) { waiting[name.text] = nil }
}

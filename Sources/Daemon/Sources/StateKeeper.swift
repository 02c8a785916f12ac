import Reactive
import Records
import Storing
import Systemd

/// Keeps the states of sources and requests on disk: what changed within a second, some at a time.
///
/// What is lost by a crash is at most the news of that second; the next attempt finds it again.
final class StateKeeper {
    /// So many take a few milliseconds.
    private static let portion = 100

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
        let all = Array(waiting.values)
        waiting = [:]
        for start in stride(from: 0, to: all.count, by: Self.portion) {
            save(all[start..<min(start + Self.portion, all.count)])
        }
    }

    private func save(_ some: ArraySlice<(SourceState, RequestState)>) {
        let (states, requests) = (some.map(\.0), some.map(\.1))
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

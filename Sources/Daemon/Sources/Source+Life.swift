import Fetching
import Reactive
import Records
import Storing
import Systemd

extension Source {
    /// The life of a source, from what wakes it to what is known of it afterwards.
    func live() -> AnyCancellable {
        Publishers.Merge4(due, originChanges, routeBack, wakes)  // what wakes it
            .map { [unowned self] in note($0) }
            .debounce(for: .milliseconds(10), scheduler: tools.scheduler)  // much at once is one
            .buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest)  // meanwhile: once more
            .flatMap(maxPublishers: .max(1)) { [unowned self] _ in
                admitted { [unowned self] in  // of files a few at a time
                    ask()  // one attempt: bytes, "not modified"
                        .flatMap { [unowned self] in read($0) }  // decoded, compared, stored
                }
                .catch { Just(Outcome.failed($0)) }  // or a failure
            }
            .sink { [unowned self] in settle($0) }  // state, next attempt, who waits
    }

    /// An attempt; of those that read what is on this machine only a few at a time are under way.
    private func admitted<Made: Publisher<Outcome, FetchFailure>>(
        _ attempt: @escaping () -> Made
    ) -> AnyPublisher<Outcome, FetchFailure> {
        isWatched ? tools.turnstile.pass(attempt) : attempt().eraseToAnyPublisher()
    }

    /// Wakes it when its next attempt is due; after a long sleep of the machine not all sources at one moment.
    private var due: AnyPublisher<Wake, Never> {
        plan.map { [unowned self] moment -> AnyPublisher<Wake, Never> in
            guard let moment else { return Empty().eraseToAnyPublisher() }
            return wait(until: moment).flatMap { [unowned self] in
                wait(until: tools.scheduler.now + awakening(from: moment))
            }.map { Wake.due }.eraseToAnyPublisher()
        }.switchToLatest().eraseToAnyPublisher()
    }

    /// Wakes it when its file changed, came or went, or when what it is joined of changed.
    private var originChanges: AnyPublisher<Wake, Never> {
        switch definition.origin {
        case .url: Empty().eraseToAnyPublisher()
        case .path(let path):
            tools.watcher.changes(of: path, every: definition.interval).map { _ in Wake.file }
                .eraseToAnyPublisher()
        case .sources: sideChanges
        case .calls: Just(.asked).eraseToAnyPublisher()
        }
    }

    /// Wakes it within a minute of the network's return, if it missed an attempt.
    private var routeBack: AnyPublisher<Wake, Never> {
        guard !isWatched else { return Empty().eraseToAnyPublisher() }
        return tools.route.dropFirst().filter { [unowned self] in $0 && isOffline }
            .flatMap { [unowned self] _ in wait(until: tools.scheduler.now + spread) }
            .map { Wake.due }.eraseToAnyPublisher()
    }

    /// Notes why it is woken, beside why it was before.
    private func note(_ wake: Wake) -> Wake {
        wanted.formUnion(wake)
        return wanted
    }

    private func wait(until moment: LoopTime) -> AnyPublisher<Void, Never> {
        let (scheduler, delay) = (tools.scheduler, max(.zero, moment - tools.scheduler.now))
        guard delay > .zero else { return Just(()).eraseToAnyPublisher() }
        return Just(()).delay(for: .init(delay), tolerance: .init(slack(of: delay)), scheduler: scheduler)
            .eraseToAnyPublisher()
    }

    /// Polls may be a second late, so that wake-ups fall together; what comes within a second is exact.
    private func slack(of delay: Duration) -> Duration { delay < .seconds(1) ? .zero : .seconds(1) }

    /// How much longer to wait after a moment that was missed by far, because the machine slept.
    private func awakening(from moment: LoopTime) -> Duration {
        tools.scheduler.now - moment > .seconds(30) ? spread : .zero
    }

    private var spread: Duration {
        var chance = tools.chance()
        return patience.delay(awakening: &chance)
    }

    private var isOffline: Bool { state.failure?.reason == Reason.offline.rawValue }
}

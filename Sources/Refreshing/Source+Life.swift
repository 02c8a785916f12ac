import Definitions
import Fetching
import Reactive
import Records
import Rhythm
import Storing
import Systemd

extension Source {
    /// Starts the source, unless it was started or stopped before. Its first attempt begins when it is due.
    package func start() {
        guard life == nil, !isOver else { return }
        life = live()
        batches.join(self)
        if state.definition != definition.decodingHash, state.fetched != nil {
            wakes.send(definition.keepsDocument ? .redefined : .asked)
        }
        holdHost()
        limitFreshness()
        planFirst()
        startAging()
        startStream()
        startHints()
        removeKnownDrift()
    }

    /// Wakes the source, starting it if necessary.
    func wake(_ reason: Wake) {
        start()
        wakes.send(reason)
    }

    /// Starts an attempt, unless one is running.
    package func askNow() {
        if attemptStart == nil { wake(.asked) }
    }

    /// Stops the source at once; a running attempt is cancelled.
    package func stop() {
        isOver = true
        life = nil
        aging = nil
        stream?.stop()
        stream = nil
        hints?.stop()
        hints = nil
        attemptStart = nil
        batches.leave(self)
        if case .almanac = definition.origin { links.disconnect(self) }
    }

    /// The life of a source, from the reasons to fetch to the resulting state.
    private func live() -> AnyCancellable {
        Publishers.Merge4(due, originChanges, routeBack, wakes)  // reasons to fetch
            .map { [unowned self] in collect($0) }
            .debounce(for: .milliseconds(10), scheduler: clocks.scheduler)  // a burst is one attempt
            .buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest)  // then one more attempt
            .flatMap(maxPublishers: .max(1)) { [unowned self] _ in
                admitted { [unowned self] in  // limits concurrent file reads
                    attempt()  // one attempt: fetched, decoded, compared, stored
                }
                .catch { Just(Outcome.failed($0)) }  // or a failure
            }
            .sink { [unowned self] in conclude($0) }  // state, next attempt, waiting calls
    }

    /// Makes one attempt; only a few sources read local files at the same time.
    private func admitted<Made: Publisher<Outcome, FetchFailure>>(
        _ attempt: @escaping () -> Made
    ) -> AnyPublisher<Outcome, FetchFailure> {
        isWatched ? files.limited(for: definition.kind, attempt) : attempt().eraseToAnyPublisher()
    }

    /// Fires when the next attempt is due; spreads overdue attempts after the machine was suspended.
    private var due: AnyPublisher<Wake, Never> {
        plan.map { [unowned self] moment -> AnyPublisher<Wake, Never> in
            guard let moment else { return Empty().eraseToAnyPublisher() }
            return wait(until: moment).flatMap { [unowned self] in
                wait(until: clocks.scheduler.now + awakening(from: moment))
            }.flatMap { [unowned self] in
                permitted()
            }.map { [unowned self] in
                isScheduled = true
                return Wake.due
            }.eraseToAnyPublisher()
        }.switchToLatest().eraseToAnyPublisher()
    }

    /// Fires when the source's file changes, appears or disappears, or is found unchanged, or when a joined
    /// source or one with the areas of zones changes.
    private var originChanges: AnyPublisher<Wake, Never> {
        switch definition.origin {
        case .url: zoneChanges
        case .path(let path):
            files.observations(of: path, every: definition.interval).compactMap { [unowned self] in
                reason(in: $0)
            }
            .merge(with: zoneChanges).eraseToAnyPublisher()
        case .sources: sideChanges
        case .calls, .almanac: Just(.asked).eraseToAnyPublisher()
        case .computed: Empty().eraseToAnyPublisher()
        }
    }

    /// Returns the reason for an attempt; `nil` if the file is unchanged, and another attempt would fail like
    /// the last one, or the last one was not long ago.
    private func reason(in event: PathEvent) -> Wake? {
        guard case .unchanged = event else { return .file }
        if let failure = state.failure { return failure.reason == .file ? .file : nil }
        guard let interval = definition.interval, let fetched = state.fetched else { return nil }
        // A file system that does not report changes is also checked between two intervals.
        return now - fetched < interval / 2 ? nil : .unchanged
    }

    /// Fires within a minute after the network returns, if an attempt was missed and not made since.
    private var routeBack: AnyPublisher<Wake, Never> {
        guard !isWatched else { return Empty().eraseToAnyPublisher() }
        return upstreams.route.dropFirst().filter { [unowned self] in $0 && isOffline }
            .flatMap { [unowned self] _ in wait(until: clocks.scheduler.now + spread) }
            .filter { [unowned self] in isOffline && attemptStart == nil }
            .map { Wake.due }.eraseToAnyPublisher()
    }

    /// Adds a reason to the pending reasons.
    private func collect(_ wake: Wake) -> Wake {
        wanted.formUnion(wake)
        return wanted
    }

    /// Fires when the account of the requests that the source shares with others permits one. A retry is no
    /// scheduled request, and waits for the backoff only.
    private func permitted() -> AnyPublisher<Void, Never> {
        let now = clocks.scheduler.now
        guard request.failures == 0, !batches.reservePlace(for: self, at: now) else {
            return Just(()).eraseToAnyPublisher()
        }
        let rest = definition.batch == nil ? .zero : delay(at: self.now)
        guard rest <= .zero else {
            request.nextAttempt = self.now + rest
            return wait(until: now + rest).flatMap { [unowned self] in permitted() }.eraseToAnyPublisher()
        }
        batches.chargeRequest(for: self, at: self.now, now)
        return Just(()).eraseToAnyPublisher()
    }

    private func wait(until moment: LoopTime) -> AnyPublisher<Void, Never> {
        let scheduler = clocks.scheduler
        let delay = max(.zero, moment - scheduler.now)
        guard delay > .zero else { return Just(()).eraseToAnyPublisher() }
        return Just(()).delay(for: .init(delay), tolerance: .init(slack(of: delay)), scheduler: scheduler)
            .eraseToAnyPublisher()
    }

    /// Polls may be a second late, so that wake-ups coincide; delays below a second are exact.
    private func slack(of delay: Duration) -> Duration { delay < .seconds(1) ? .zero : .seconds(1) }

    /// The extra delay after a moment that was missed by far because the machine was suspended.
    private func awakening(from moment: LoopTime) -> Duration {
        clocks.scheduler.now - moment > .seconds(30) ? spread : .zero
    }

    /// A random delay of at most a minute.
    var spread: Duration {
        var random = clocks.random
        return backoff.delay(awakening: &random)
    }

    private var isOffline: Bool { state.failure?.reason == .offline }
}

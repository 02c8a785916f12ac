import Definitions
import Reactive
import Records
import Storing

/// The changes of records that time alone makes, such as the end of an event, without a request.
extension Source {
    /// The longest wait before the wall clock is read again: it may have been set.
    private static let longestWait = Duration.seconds(600)
    /// The shortest time between two changes.
    private static let shortestWait = Duration.seconds(1)

    /// Decodes the last document again each time that one of its records changes, and once at the start, since
    /// the store may hold what ended while the daemon was not running.
    ///
    /// This is an attempt like others: two ingests of one source at once would compare their records with a
    /// store that the other one is about to change.
    func beginAging() {
        guard definition.kind.isLiving, definition.keepsDocument else { return }
        aging = change.map { [unowned self] in arrival(of: $0) }
            .switchToLatest()
            .sink { [unowned self] in wakes.send(.elapsed) }
        if state.fetched != nil { change.send(now) }
    }

    /// Fires once at a moment, but not at once again; never without one.
    private func arrival(of moment: UTC?) -> AnyPublisher<Void, Never> {
        guard let moment else { return Empty().eraseToAnyPublisher() }
        let rest = min(max(moment - now, Source.shortestWait), Source.longestWait)
        return Just(()).delay(
            for: .init(rest), tolerance: .init(.milliseconds(100)), scheduler: clocks.scheduler
        )
        .flatMap { [unowned self] in
            moment <= now ? Just(()).eraseToAnyPublisher() : arrival(of: moment)
        }.eraseToAnyPublisher()
    }
}

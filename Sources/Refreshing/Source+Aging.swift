import Definitions
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// The changes of records that time alone makes, such as the end of an alert or event, without a request.
extension Source {
    /// The longest wait before the wall clock is read again: it may have been set.
    private static let longestWait = Duration.seconds(600)
    /// The shortest time between two decodings of a document.
    private static let shortestWait = Duration.seconds(1)

    /// Brings the records to the present time, then each time that one of them changes, and once at the
    /// start, since the store may hold what ended while the daemon was not running.
    func startAging() {
        guard definition.kind.isLiving else { return }
        if definition.kind.agesInStore {
            aging = storedChanges.sink { [unowned self] in change.send($0) }
            change.send(now)
        } else if definition.keepsDocument {
            // Decoding the last document again is an attempt like others: two ingests of one source at once
            // would compare their records with a store that the other one is about to change.
            aging = arrivals(noSoonerThan: Source.shortestWait)
                .sink { [unowned self] in wakes.send(.elapsed) }
            if state.fetched != nil { change.send(now) }
        }
    }

    /// Changes the stored records, which does not wait for an attempt under way, and publishes the next
    /// moment.
    private var storedChanges: AnyPublisher<UTC?, Never> {
        arrivals(noSoonerThan: .zero).flatMap(maxPublishers: .max(1)) { [unowned self] in
            ingester.advance(for: definition).map(\.next)
                .catch { [unowned self] in Just(retry(after: $0)) }
        }.eraseToAnyPublisher()
    }

    /// Fires at the latest of the moments at which records change.
    private func arrivals(noSoonerThan least: Duration) -> AnyPublisher<Void, Never> {
        change.map { [unowned self] in arrival(of: $0, noSoonerThan: least) }.switchToLatest()
            .eraseToAnyPublisher()
    }

    /// Fires once at a moment; never without one.
    private func arrival(of moment: UTC?, noSoonerThan least: Duration) -> AnyPublisher<Void, Never> {
        guard let moment else { return Empty().eraseToAnyPublisher() }
        let rest = min(max(moment - now, least), Source.longestWait)
        guard rest > .zero else { return Just(()).eraseToAnyPublisher() }
        return Just(()).delay(
            for: .init(rest), tolerance: .init(.milliseconds(100)), scheduler: clocks.scheduler
        )
        .flatMap { [unowned self] in
            moment <= now ? Just(()).eraseToAnyPublisher() : arrival(of: moment, noSoonerThan: least)
        }.eraseToAnyPublisher()
    }

    /// Returns the moment to try again after the store could not be read or written.
    private func retry(after failure: FetchFailure) -> UTC {
        log(
            .warning, "cannot update \(name): \(failure), trying again in 10 s",
            ["ALMANAC_SOURCE": name.text])
        return now + .seconds(10)
    }
}

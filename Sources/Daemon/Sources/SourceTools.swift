import Fetching
import Reactive
import Records
import Systemd

/// What every source is given to live by; one for all of them.
final class SourceTools {
    /// What tells the time and when it has passed.
    let scheduler: AnyScheduler
    /// The wall clock.
    let wall: () -> UTC
    /// Where chance comes from.
    let chance: () -> SystemRandomNumberGenerator
    /// Asks upstreams.
    let fetcher: Fetcher
    /// Whether there is a way to the network; the current answer first.
    let route: AnyPublisher<Bool, Never>
    /// Tells of changes to files.
    let watcher: PathWatcher
    /// Lets a few files at a time be read.
    let turnstile: Turnstile
    /// Keeps secrets.
    let credentials: Credentials
    /// Counts what is done.
    let counters: Counters
    /// Decodes, compares and stores.
    let intake: Intake
    /// Who we are, told to upstreams.
    let introduction: Introduction
    /// What is known of stations.
    let stations: Stations
    /// Asks for several sources at once.
    let batches: Batches
    /// Where documents for sources are put by others.
    let incoming: String
    /// The epoch of the store, which cursors bear.
    let epoch: String

    /// Puts them together.
    init(
        scheduler: AnyScheduler,
        wall: @escaping () -> UTC,
        chance: @escaping () -> SystemRandomNumberGenerator,
        fetcher: Fetcher,
        route: AnyPublisher<Bool, Never>,
        watcher: PathWatcher,
        turnstile: Turnstile,
        credentials: Credentials,
        counters: Counters,
        intake: Intake,
        introduction: Introduction,
        stations: Stations,
        batches: Batches,
        incoming: String,
        epoch: String
    ) {
        (self.scheduler, self.wall, self.chance) = (scheduler, wall, chance)
        (self.fetcher, self.route, self.watcher) = (fetcher, route, watcher)
        (self.turnstile, self.credentials, self.counters) = (turnstile, credentials, counters)
        (self.introduction, self.stations, self.batches) = (introduction, stations, batches)
        (self.intake, self.incoming, self.epoch) = (intake, incoming, epoch)
    }
}

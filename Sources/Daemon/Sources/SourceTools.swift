import Fetching
import Reactive
import Records
import Systemd

/// What every source is given to live by.
struct SourceTools {
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
    /// Keeps secrets.
    let credentials: Credentials
    /// Counts what is done.
    let counters: Counters
    /// Decodes, compares and stores.
    let intake: Intake
    /// Who we are, told to upstreams.
    let userAgent: String
    /// Where documents for sources are put by others.
    let incoming: String
}

import Definitions
import Reactive
import Records
import Refreshing
import Storing
import Systemd

/// Periodic maintenance: trims the log, checkpoints the database, stores the time and removes sources whose time
/// is over.
final class Housekeeping {
    /// The time after which the time is stored again: a crash loses less, and data are kept that much longer.
    private static let storedEvery = Duration.seconds(3600)

    private let store: DataWorker<StoreContext>
    private let failures: WriteFailures
    private let control: Control
    private let wall: () -> UTC
    private let confirmed: ConfirmedTime
    /// The stored time; `nil` if none was stored in this run.
    private var stored: UTC?
    private var ticking: AnyCancellable?

    init(
        _ store: DataWorker<StoreContext>, _ failures: WriteFailures, control: Control,
        wall: @escaping () -> UTC, confirmed: ConfirmedTime
    ) {
        self.store = store
        self.failures = failures
        self.control = control
        self.wall = wall
        self.confirmed = confirmed
    }

    /// Starts the maintenance, about once a minute.
    func begin(on scheduler: AnyScheduler) {
        ticking = scheduler.timer(every: .seconds(60), slack: .seconds(10)).sink { [unowned self] _ in
            control.removeForgotten(at: wall(), ages: confirmed.now)
            if stored.map({ confirmed.now - $0 >= Housekeeping.storedEvery }) ?? true { storeTime() }
            trim()
        }
    }

    /// Stores the time for the next run.
    func storeTime() {
        let now = confirmed.now
        stored = now
        store.run(priority: .idle) { desk in
            try desk.store.confirm(now)
        } then: { result in
            if case .failure(let error) = result { log(.error, "cannot store the time: \(error)") }
        }
    }

    private func trim() {
        let count = control.configuration.logCount
        let age = control.configuration.logAge
        let now = confirmed.now
        store.run(priority: .idle) { desk in
            let isMore = try desk.store.trimLog(to: count, age: age, at: now)
            try desk.store.checkpointIfNeeded(isIdle: !isMore)
            return isMore
        } then: { [weak self] result in
            switch result {
            case .success(true): self?.trim()
            case .success(false): self?.failures.succeed(.upkeep)
            case .failure(let error):
                self?.failures.fail(.upkeep, error)
                log(.error, "cannot clean up the store: \(error)")
            }
        }
    }
}

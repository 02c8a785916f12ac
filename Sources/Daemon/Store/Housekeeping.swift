import Definitions
import Reactive
import Records
import Refreshing
import Storing
import Systemd

/// Periodic maintenance: trims the log, checkpoints the database and removes sources whose time is over.
final class Housekeeping {
    private let store: DataWorker<StoreContext>
    private let failures: WriteFailures
    private let control: Control
    private let wall: () -> UTC
    private var ticking: AnyCancellable?

    init(
        _ store: DataWorker<StoreContext>, _ failures: WriteFailures, control: Control,
        wall: @escaping () -> UTC
    ) {
        self.store = store
        self.failures = failures
        self.control = control
        self.wall = wall
    }

    /// Starts the maintenance, about once a minute.
    func begin(on scheduler: AnyScheduler) {
        ticking = scheduler.timer(every: .seconds(60), slack: .seconds(10)).sink { [unowned self] _ in
            control.removeForgotten(at: wall())
            trim()
        }
    }

    private func trim() {
        let count = control.configuration.logCount
        let age = control.configuration.logAge
        let now = wall()
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

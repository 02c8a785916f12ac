import Definitions
import Reactive
import Records
import Refreshing
import Storing
import Systemd

/// Periodic maintenance: trims the log, checkpoints the database, stores the time, returns memory and removes
/// sources whose time is over.
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
    /// The sources that were reported in this run because the log has dropped content of their changes.
    private var trimmed: Set<String> = []
    /// The end of the log when memory was last returned.
    private var lean: Int64?
    /// Whether a job that trims the log waits or runs. The worker may be busy for minutes, and is not given a
    /// second one then.
    private var isTrimming = false
    /// The same of the job that returns memory.
    private var isReturning = false
    private var ticking: AnyCancellable?
    /// The space that the database has for new data while the disk has less than `KeepFree=`.
    private static let room = 16 << 20

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
    func start(on scheduler: AnyScheduler) {
        ticking = scheduler.timer(every: .seconds(60), slack: .seconds(10)).sink { [unowned self] _ in
            control.removeForgotten(at: wall(), ages: confirmed.now)
            if stored.map({ confirmed.now - $0 >= Housekeeping.storedEvery }) ?? true { storeTime() }
            trim()
            returnMemory()
        }
    }

    /// Returns the memory to the system that the documents since the last time have needed.
    private func returnMemory() {
        guard !isReturning else { return }
        isReturning = true
        store.run(priority: .idle) { [lean] desk in
            guard desk.store.end != lean else { return desk.store.end }
            desk.store.releaseMemory()
            Memory.giveBack()
            return desk.store.end
        } then: { [weak self] result in
            self?.isReturning = false
            // Without the store, the next time will do.
            if case .success(let end) = result { self?.lean = end }
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

    /// Reports that the disk has less free space than `KeepFree=`, and that it has more again.
    private func report(isShort: Bool) {
        guard isShort else { return failures.succeed(.space) }
        failures.fail(.space, ShortOfSpace(bytes: control.configuration.keepFree))
    }

    /// Reports once which sources have lost changes because they hold more than their share of the log.
    private func report(trimmed names: [String]) {
        for name in names where trimmed.insert(name).inserted {
            log(
                .notice,
                "the log of changes is full: the oldest changes of \(name), which holds more than a quarter of it, "
                    + "are dropped first; Log= sets the size", ["ALMANAC_SOURCE": name])
        }
    }

    /// The limits of the log. On a disk with too little free space, the database shall not grow.
    private var limits: Store.LogLimits {
        let configuration = control.configuration
        var limits = Store.LogLimits(
            count: configuration.logCount, age: configuration.logAge, bytes: configuration.logBytes)
        // Without the answer of the file system, the disk counts as large enough.
        if let free = try? FileSystem.freeBytes(control.directories.state), free < configuration.keepFree {
            limits.room = Housekeeping.room
        }
        return limits
    }

    private func trim() {
        guard !isTrimming else { return }
        isTrimming = true
        let limits = limits
        let now = confirmed.now
        report(isShort: limits.room > 0)
        store.run(priority: .idle) { desk in
            let isMore = try desk.store.trimLog(to: limits, at: now)
            try desk.store.checkpointIfNeeded(isIdle: !isMore)
            return isMore ? nil : try desk.store.trimmedSources(after: 0).map(\.name)
        } then: { [weak self] result in
            self?.isTrimming = false
            switch result {
            case .success(nil): self?.trim()
            case .success(let trimmed?):
                self?.failures.succeed(.upkeep)
                self?.report(trimmed: trimmed)
            case .failure(let error):
                self?.failures.fail(.upkeep, error)
                log(.error, "cannot clean up the store: \(error)")
            }
        }
    }
}

/// The failure of a disk that has less free space than `KeepFree=`.
private nonisolated struct ShortOfSpace: Error, CustomStringConvertible {
    let bytes: Int

    var description: String {
        "less than KeepFree=\(bytes >> 20)M is free, and the log of changes is shortened; free some disk space"
    }
}

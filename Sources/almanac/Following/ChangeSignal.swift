import AlmanacClient
import AlmanacValues
import Reactive
import Showing

/// Signals that a page may be out of date: a record, a source's state, the settings or its age changed.
final class ChangeSignal {
    /// Whether something has changed since the last check.
    private(set) var isRaised = false

    private let daemon: Daemon
    private var replica: Replica?
    private var settings: SettingsWatch?
    private var aging: AnyCancellable?
    private var isLost = false

    init(for selector: Selector, daemon: Daemon, output: Output) {
        self.daemon = daemon
        settings = SettingsWatch(output, on: daemon.loop) { [unowned self] in isRaised = true }
        let replica = Replica(of: daemon.connection, .untilRevoked(selector), to: self)
        self.replica = replica
        replica.start()
        guard Terminal.isInteractive else { return }
        aging = daemon.loop.timer(every: .seconds(30), slack: .seconds(5))
            .sink { [unowned self] _ in isRaised = true }
    }

    /// Runs the loop until something changes.
    func wait() throws(CommandError) {
        try daemon.run { isRaised }
        isRaised = false
    }
}

extension ChangeSignal: ReplicaSink {
    func expect(_ beginning: ReplicaBeginning, by event: Event?) { isRaised = isRaised || event != nil }
    func put(_ item: Item, by event: Event) { isRaised = true }
    func remove(_ item: Item, by event: Event) { isRaised = true }
    func change(_ source: String, from before: Source?, by event: Event) { isRaised = true }

    func lose(_ error: AlmanacError) {
        guard !isLost else { return }
        isLost = true
        Terminal.warn("almanac: \(visible(daemon.commandError(error).message)); waiting for it")
    }

    func reach(_ isReached: Bool) {
        // The page misses changes while the daemon is lost.
        isRaised = isRaised || isReached && isLost
        isLost = !isReached
    }
}

extension ReplicaOptions {
    /// The options of a page that is shown until the user quits; it connects again every second, also if the
    /// daemon has refused it for a while, such as one too many.
    static func untilRevoked(_ selector: Selector = Selector()) -> ReplicaOptions {
        var options = SubscriptionOptions(selector)
        options.shortestDelay = .seconds(1)
        options.longestDelay = .seconds(1)
        var replica = ReplicaOptions(options)
        replica.waitsForSources = false
        replica.refusalDelay = .seconds(1)
        return replica
    }
}

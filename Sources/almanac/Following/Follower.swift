import AlmanacClient
import AlmanacValues
import Reactive
import Showing

/// Passes each event of a subscription that resumes to a reporter once, and reports the state of the
/// connection.
final class Follower {
    private let patterns: ChangePatterns
    private let reporter: any Reporter
    private let state: StateFile?
    private let limit: Int?
    /// Whether the records that a status bar begins with count as one change.
    private var countsOpening: Bool
    private let daemon: Daemon
    private var merger: WarningMerger?
    private let warnings: WarningWatch?

    private var end: Result<CommandStatus, CommandError>?
    private var count = 0
    private var hasConnected = false
    private var isLost = false
    private var isGreeted = false
    private var hasWarned = false

    /// - Parameters:
    ///   - patterns: The patterns that an event must match.
    ///   - reporter: The output.
    ///   - state: The file that stores the cursor; `nil` for none.
    ///   - limit: The number of changes after which to end; `nil` for no limit.
    ///   - countsOpening: Whether the first line of a status bar counts, too.
    ///   - daemon: The daemon.
    ///   - merger: The warnings that are known, so that each is reported once; `nil` to report each record.
    ///   - warnings: The watch that says which warnings may be missing; `nil` if none are followed.
    init(
        _ patterns: ChangePatterns, reporter: any Reporter, state: StateFile?, limit: Int?,
        countsOpening: Bool, daemon: Daemon, merger: WarningMerger? = nil, warnings: WarningWatch? = nil
    ) {
        self.patterns = patterns
        self.reporter = reporter
        self.state = state
        self.limit = limit
        self.countsOpening = countsOpening && reporter.opening == .state
        self.daemon = daemon
        self.merger = merger
        self.warnings = warnings
    }

    /// Follows changes until a signal or a limit ends it.
    ///
    /// - Throws: A complaint if the daemon cannot be reached at first, or refuses.
    func follow(_ options: SubscriptionOptions, output: Output) throws(CommandError) -> CommandStatus {
        var contents = ReplicaOptions(options)
        contents.sources = nil
        let replica = Replica(of: daemon.connection, contents, to: self)
        replica.start()
        defer { replica.cancel() }
        if let end { return try end.get() }
        reporter.start()
        // The time until an appointment, or the end of a warning, changes without an event.
        let ticking =
            isPatient
            ? daemon.loop.timer(every: .seconds(30), slack: .seconds(5)).sink { [unowned self] _ in
                reporter.refresh()
            }
            : nil
        defer { ticking?.cancel() }
        let settings = SettingsWatch(output, on: daemon.loop)
        defer { withExtendedLifetime(settings) {} }
        while end == nil {
            try daemon.run { end != nil || warnings?.isDue ?? false }
            if end == nil { warnings?.check(for: reporter) }
        }
        guard let end else { return .success }
        return try end.get()
    }

    /// A status bar may start before the daemon and waits for it.
    private var isPatient: Bool { reporter.opening == .state }

    private func receive(_ event: Event) {
        guard end == nil else { return }
        warnings?.observe(event)
        if patterns.match(event) {
            for news in merger?.merge(event) ?? [event] where end == nil { report(news, at: event.cursor) }
        }
        guard end == nil, event.isResumable else { return }
        state?.schedule(event.cursor, on: daemon.loop)
    }

    /// Reports an event when the subscription has reached a cursor.
    private func report(_ event: Event, at cursor: String) {
        do {
            try reporter.report(event)
        } catch {
            return end = .failure(error)
        }
        // The records that a status bar begins with are no changes, unless they were asked for: then the line
        // of all of them is one.
        let isOpening = countsOpening && event.kind == .ready
        let isChange = event.item != nil && (event.kind != .snapshot || !isPatient)
        guard let limit, isOpening || isChange else { return }
        if isOpening { countsOpening = false }
        count += 1
        guard count >= limit else { return }
        state?.write(cursor)
        end = .success(.success)
    }

    private func forgetWarnings() { merger = merger.map { _ in WarningMerger() } }
}

extension Follower: ReplicaSink {
    func expect(_ beginning: ReplicaBeginning, by event: Event?) {
        guard end == nil else { return }
        if let event {
            forgetWarnings()
            return receive(event)
        }
        // Before the first connection, the merger learned the records that are there.
        if beginning != .changes, hasConnected { forgetWarnings() }
        hasConnected = true
        if beginning != .changes { reporter.startOver() }
    }

    func accept(by event: Event) {
        warn(event.warnings)
        receive(event)
    }

    func put(_ item: Item, by event: Event) { receive(event) }
    func remove(_ item: Item, by event: Event) { receive(event) }
    func change(_ source: String, from before: Source?, by event: Event) { receive(event) }

    func complete(_ isSnapshot: Bool, by event: Event) {
        greet()
        receive(event)
    }

    func refuse(_ error: AlmanacError) {
        guard end == nil else { return }
        end = .failure(daemon.commandError(error))
    }
}

/// Messages about the connection.
extension Follower {
    func expire(_ cursor: String) {
        Terminal.warn(
            "almanac: the log does not reach back to \(visible(cursor)); showing the current records")
    }

    /// Passes on the daemon's warnings once, not after each reconnection.
    private func warn(_ warnings: [String]) {
        guard !hasWarned else { return }
        hasWarned = true
        for warning in warnings { Terminal.warn("almanac: \(visible(warning))") }
    }

    func reach(_ isReached: Bool) {
        if isReached, isLost { reconnected() }
    }

    func lose(_ error: AlmanacError) {
        guard end == nil else { return }
        guard hasConnected || isPatient else { return end = .failure(daemon.commandError(error)) }
        if !isLost, Terminal.isErrorInteractive {
            Terminal.warn("almanac: \(visible(reason(error))); waiting for it")
        }
        isLost = true
        reporter.lost()
    }

    private func reason(_ error: AlmanacError) -> String {
        switch error {
        case .shuttingDown: "almanacd is stopping"
        case .cannotServe(let message): "almanacd cannot serve: \(message)"
        case .tooSlow: "almanacd disconnected it, because it read nothing for minutes"
        case .unreachable: daemon.commandError(error).message
        default: "\(error)"
        }
    }

    private func reconnected() {
        isLost = false
        if Terminal.isErrorInteractive { Terminal.warn("almanac: connected to almanacd again, resuming") }
    }

    /// Informs the user once that silence is normal.
    private func greet() {
        guard !isGreeted, Terminal.isErrorInteractive, reporter.opening == .changes else { return }
        isGreeted = true
        Terminal.warn("almanac: following; changes are printed as they occur, Ctrl-C stops")
    }
}

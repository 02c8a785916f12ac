import Reactive
import Records
import Showing
import Systemd
import Varlink

/// Follows the log of changes: begins where it was told to, goes on by itself when the connection is
/// lost, and hands each event to a reporter once.
final class Follower {
    private let session: Session
    private let patterns: Patterns
    private let reporter: any Reporter
    private let state: StateFile?
    private let limit: Int?

    private var cursor: String?
    private var end: Result<ExitStatus, Complaint>?
    private var following: AnyCancellable?
    private var waiting: AnyCancellable?
    private var pause = Follower.shortestPause
    private var told = 0
    private var isLost = false
    private var isGreeted = false
    /// The log no longer had what came after the cursor.
    private var hasLostPlace = false

    private static let shortestPause = Duration.milliseconds(250)
    private static let longestPause = Duration.seconds(15)

    init(_ session: Session) throws(Complaint) {
        self.session = session
        patterns = Patterns(session.invocation, circle: try session.circle())
        reporter = try makeReporter(session)
        limit = try session.count("count")
        state = try session.invocation["state"].map(StateFile.init)
        let since = session.invocation["since"]
        if let since, Cursor(since) == nil {
            throw .usage("--since \(since) is no cursor; each event has one", see: "watch")
        }
        let kept = since == nil ? try state?.read() : since
        cursor = reporter.opening == .state ? nil : kept
    }

    /// Follows until it is told to end.
    ///
    /// - Throws: When the daemon cannot be reached at first, or refuses.
    func follow() throws(Complaint) -> ExitStatus {
        try begin()
        reporter.begin()
        let settings = SettingsWatch(session)
        defer { withExtendedLifetime(settings) {} }
        try session.daemon.turn { end != nil }
        following?.cancel()
        guard let end else { return .success }
        return try end.get()
    }

    /// Subscribes for the first time. A status bar may start before the daemon does, and waits for it.
    private func begin() throws(Complaint) {
        do {
            try warnOfUnknown()
            subscribe(try session.daemon.connect())
        } catch {
            guard reporter.opening == .state else { throw error }
            lost(error.message)
        }
    }

    /// A name that is not known may be a slip, which a person sees, or a source that is yet to come.
    private func warnOfUnknown() throws(Complaint) {
        let names = patterns.names
        guard Terminal.isErrorInteractive, !names.isEmpty else { return }
        let known = try session.daemon.sources().map(\.name)
        for name in names where !known.contains(name) {
            Terminal.warn("almanac: no source \"\(visible(name))\" yet; it is followed when there is one")
        }
    }

    private func subscribe(_ client: Client) {
        let wantsAll = hasLostPlace || reporter.opening != .changes || session.invocation.has("snapshot")
        let parameters: JSON = .members([
            "selector": patterns.selection.json, "since": cursor.map(JSON.string),
            "snapshot": cursor == nil ? .bool(wantsAll) : nil,
        ])
        following = client.call("io.almanac.Subscribe", parameters, more: true).sink(
            receiveCompletion: { [unowned self] in ended($0) },
            receiveValue: { [unowned self] in take($0.parameters) })
    }

    private func take(_ json: JSON) {
        guard end == nil, let event = Event(json) else { return }
        pause = Follower.shortestPause
        if isLost { reconnected() }
        if event.kind == .ready { greet() }
        if patterns.match(event) { report(event) }
        // Until ready comes nothing is known to be complete: who is cut off before begins as it began.
        guard event.kind != .snapshot, event.kind != .subscribed else { return }
        cursor = event.cursor
        state?.note(event.cursor, on: session.daemon.loop)
    }

    private func report(_ event: Event) {
        do {
            try reporter.take(event)
        } catch {
            return end = .failure(error)
        }
        guard let limit, event.item != nil else { return }
        told += 1
        if told >= limit { finish(event) }
    }

    /// Ends after the change that was just told.
    private func finish(_ event: Event) {
        state?.write(event.cursor)
        end = .success(.success)
    }
}

extension Follower {
    private func ended(_ completion: Subscribers.Completion<VarlinkError>) {
        guard end == nil else { return }
        switch completion {
        case .failure(.service(let error)) where error.name.hasSuffix(".CursorExpired"): startOver()
        case .failure(.service(let error)) where error.name.hasSuffix(".ShuttingDown"):
            lost("almanacd is stopping")
        case .failure(.service(let error)) where error.name.hasSuffix(".TooSlow"):
            lost("almanacd waited minutes for it to take anything")
        case .failure(.service(let error)): end = .failure(session.daemon.complaint(.service(error)))
        case .failure(let error): lost("\(error)")
        case .finished: lost("the subscription has ended")
        }
    }

    /// The log does not reach back to the cursor: what was missed cannot be told, the present state can.
    private func startOver() {
        Terminal.warn(
            "almanac: the log does not reach back to \(visible(cursor ?? "")); showing what is there now")
        cursor = nil
        hasLostPlace = true
        connect()
    }

    private func lost(_ why: String) {
        if !isLost, Terminal.isErrorInteractive { Terminal.warn("almanac: \(visible(why)); waiting for it") }
        isLost = true
        waiting = session.daemon.loop.after(pause, slack: .milliseconds(50)) { [unowned self] in connect() }
        pause = min(pause * 2, Follower.longestPause)
    }

    private func connect() {
        if cursor == nil { reporter.startOver() }
        do {
            subscribe(try session.daemon.connect())
        } catch {
            lost(error.message)
        }
    }

    /// Tells a person once that nothing is wrong when nothing comes.
    private func greet() {
        guard !isGreeted, Terminal.isErrorInteractive, reporter.opening == .changes else { return }
        isGreeted = true
        Terminal.warn("almanac: following; changes are shown as they come, Ctrl-C ends")
    }

    private func reconnected() {
        isLost = false
        if Terminal.isErrorInteractive { Terminal.warn("almanac: almanacd is back, going on where it was") }
    }
}

public import AlmanacValues
import Reactive

/// A copy of a daemon's sources that follows it, and passes its records and their changes to a sink.
///
/// It does once what every view needs. It reconnects and resumes, starts over with all records when the log
/// no longer has the changes, and asks for a source that it does not know. It also says when a view is
/// complete. It keeps no records: a view keeps those that it shows, and asks for those of large tables.
///
/// ```swift
/// let replica = Replica(of: connection, ReplicaOptions(SubscriptionOptions(snapshot: true)), to: view)
/// replica.start()
/// ```
@MainActor  // Swift 6.3.1 loses the default of the module in an optimised build of another one.
public final class Replica {
    private let connection: DaemonConnection
    private let options: ReplicaOptions
    private weak var sink: (any ReplicaSink)?
    private let listing: SourceListing?
    private var progress = ReplicaProgress()
    private var reader: NoticeReader?
    /// The notices that wait until the sources are known.
    private var queue: [SubscriptionNotice] = []
    /// Whether notices wait for the list of sources.
    private var isWaiting = false
    /// Whether the sources were listed since the connection began.
    private var hasListed = false
    /// The sources of events that the daemon did not list.
    private var unlisted: Set<String> = []
    /// The greatest number of these; further ones are passed without a question.
    private static let mostUnlisted = 1000
    private var retry: AnyCancellable?
    private var patience: AnyCancellable?
    /// Whether the daemon can be reached; `nil` before the first attempt has ended.
    public private(set) var isReached: Bool?
    /// Whether further events are read; while it is `false`, they wait in the daemon.
    public var isOpen = true { didSet { adjustReading() } }

    /// Makes a replica that has not begun.
    ///
    /// - Parameters:
    ///   - connection: The connection to the daemon.
    ///   - options: The records, the sources, and what happens without a connection.
    ///   - sink: The view, which is not kept alive.
    public init(of connection: DaemonConnection, _ options: ReplicaOptions, to sink: any ReplicaSink) {
        self.connection = connection
        self.options = options
        self.sink = sink
        listing = options.sources.map { SourceListing(connection, of: $0) }
        listing?.listed = { [unowned self] in self.sink?.list($0) }
    }

    /// Ends the subscription.
    isolated deinit { reader?.cancel() }

    /// Starts, or restarts: with the changes after a cursor or, without one, as the options say.
    public func start(since cursor: String? = nil) {
        stop()
        var subscription = options.subscription
        subscription.since = cursor ?? subscription.since
        progress = ReplicaProgress(after: subscription.since)
        let reader = NoticeReader(
            receive: { [weak self] in self?.receive($0) }, end: { [weak self] in self?.finish($0 ?? .ended) })
        self.reader = reader
        adjustReading()
        connection.changes(subscription).subscribe(reader)
    }

    /// Cancels the subscription, and fails all questions. What the replica knows remains.
    public func cancel() {
        stop()
        listing?.cancel()
    }

    private func stop() {
        reader?.cancel()
        reader = nil
        queue = []
        isWaiting = false
        (retry, patience) = (nil, nil)
    }

    private func adjustReading() {
        let isOpen = isOpen && !isWaiting
        if reader?.isOpen != isOpen { reader?.isOpen = isOpen }
    }

    private func finish(_ error: AlmanacError) {
        reader = nil
        guard let delay = options.refusalDelay else {
            if isReached == true { reach(false) }
            sink?.refuse(error)
            return
        }
        sink?.lose(error)
        reach(false)
        let cursor = progress.cursor
        retry = connection.clock.after(delay, slack: delay / 5) { [weak self] in self?.start(since: cursor) }
    }
}

/// The knowledge of a replica.
extension Replica {
    /// The sources by name, as their last events describe them. The times of attempts and the numbers of
    /// records may be older: `present` asks for them.
    public var sources: [String: Source] { listing?.sources ?? [:] }

    /// The sources in the order of their names.
    public var sortedSources: [Source] { listing?.sorted ?? [] }

    /// Whether these are all sources of the daemon.
    public var areSourcesKnown: Bool { listing?.isComplete ?? false }

    /// The position up to which everything was passed; `nil` within a snapshot and before the first event.
    public var cursor: String? { progress.cursor }

    /// Whether earlier records are void, and not all of those that replace them were passed.
    public var isSnapshot: Bool { progress.isSnapshot }

    /// Whether everything up to the present was passed, and the daemon can be reached.
    public var isCurrent: Bool { progress.isComplete && isReached == true }

    /// Makes the next answer of `present` a new one: somebody knows of an event that has not arrived.
    public func invalidate() { listing?.invalidate() }

    /// Passes all sources in states that contain every event so far, and that are not older than this; each
    /// question serves everybody who asks meanwhile.
    public func present(
        within age: Duration = .zero, _ receive: @escaping (Result<[Source], AlmanacError>) -> Void
    ) {
        guard let listing else { return receive(.failure(.ended)) }
        listing.present(within: age, receive)
    }
}

/// The connection.
extension Replica {
    private func receive(_ notice: SubscriptionNotice) {
        switch notice {
        case .lost(let error): lose(error)
        case .event: reach(true)
        // A daemon that accepts a connection may nevertheless not answer.
        case .connected, .cursorExpired: break
        }
        queue.append(notice)
        drain()
    }

    /// Each attempt that fails is a further loss, of the same daemon.
    private func lose(_ error: AlmanacError) {
        sink?.lose(error)
        guard options.patience > .zero else { return reach(false) }
        guard patience == nil, isReached != false else { return }
        patience = connection.clock.after(options.patience, slack: options.patience / 6) { [weak self] in
            self?.reach(false)
        }
    }

    private func reach(_ isReached: Bool) {
        patience = nil
        guard isReached != self.isReached else { return }
        self.isReached = isReached
        sink?.reach(isReached)
    }
}

/// The events, in their order.
extension Replica {
    private func drain() {
        while !isWaiting, let notice = queue.first {
            if mustList(before: notice) {
                list()
            } else {
                queue.removeFirst()
                process(notice)
            }
        }
    }

    /// Whether the sources must be listed before a notice is processed: at the beginning of a connection, and
    /// for a source that is not known.
    private func mustList(before notice: SubscriptionNotice) -> Bool {
        guard options.waitsForSources, let listing, case .event(let event) = notice else { return false }
        guard hasListed else { return true }
        guard let name = event.source, listing.sources[name] == nil, !unlisted.contains(name) else {
            return false
        }
        let isDescribed = event.kind == .source && (event.runtime == nil || event.context != nil)
        guard !isDescribed, event.kind != .removed, unlisted.count < Self.mostUnlisted else { return false }
        unlisted.insert(name)
        return true
    }

    /// Asks for the sources, again and again; until the answer, notices wait.
    private func list() {
        isWaiting = true
        adjustReading()
        retry = nil
        present { [weak self] in self?.receiveList($0) }
    }

    private func receiveList(_ answer: Result<[Source], AlmanacError>) {
        guard isWaiting else { return }
        guard case .success = answer else {
            // Without a connection, the subscription reports the same.
            retry = connection.clock.after(.seconds(1), slack: .milliseconds(500)) { [weak self] in
                self?.list()
            }
            return
        }
        hasListed = true
        isWaiting = false
        drain()
        adjustReading()
    }

    private func process(_ notice: SubscriptionNotice) {
        switch notice {
        case .connected(let beginning):
            hasListed = false
            unlisted = []
            listing?.invalidate()
            progress.expect(beginning)
            sink?.expect(beginning, by: nil)
        case .cursorExpired(let cursor): sink?.expire(cursor)
        case .lost: break
        case .event(let event): process(event)
        }
    }

    private func process(_ event: Event) {
        let wasSnapshot = progress.isSnapshot
        progress.advance(past: event)
        switch event.kind {
        case .subscribed: sink?.accept(by: event)
        case .overflow:
            listing?.apply(event)
            sink?.expect(.everything, by: event)
        case .snapshot, .added, .changed:
            listing?.apply(event)
            if let item = event.item { sink?.put(item, by: event) }
        case .removed:
            listing?.apply(event)
            if let item = event.item { sink?.remove(item, by: event) }
        case .source: change(by: event)
        case .ready: sink?.complete(wasSnapshot, by: event)
        case .heartbeat: break
        }
    }

    private func change(by event: Event) {
        guard let name = event.source else { return }
        let before = listing?.sources[name]
        listing?.apply(event)
        sink?.change(name, from: before, by: event)
    }
}

import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Systemd

/// One subscription to the daemon whose events any number of streams send.
final class ChangeFeed {
    /// The bytes of encoded events that are kept for streams that are behind.
    static let mostBytes = 512 << 10

    private(set) var ring = EventRing(mostBytes: ChangeFeed.mostBytes)
    private let encoding: EventEncoding
    private let connection: DaemonConnection
    private let options: ReplicaOptions
    /// The daemon's sources and changes.
    private(set) lazy var replica = Replica(of: connection, options, to: self)
    private var hasBegun = false
    private var hasBeenLost = false
    private var streams: [ObjectIdentifier: EventStream] = [:]
    private var isWaking = false
    /// Whether the daemon can be reached; `nil` before the first attempt.
    var isReachable: Bool? { replica.isReached }
    /// The error because of which the daemon refused the subscription; `nil` if it has not.
    private(set) var refusal: AlmanacError?
    /// The position up to which all events were passed; `nil` before the first one, and within a snapshot.
    var lastCursor: String? { replica.cursor }
    /// Called with each event, before the streams are woken, and whether its source was known before, as it
    /// is defined now.
    var received: (Event, _ isKnown: Bool) -> Void = { _, _ in }
    /// Called when events may have been missed.
    var missed: () -> Void = {}
    /// Called when the daemon refuses the subscription.
    var refused: () -> Void = {}

    /// Makes a feed of the changes of a selector, with the sources of these options.
    init(_ encoding: EventEncoding, of connection: DaemonConnection, _ options: ReplicaOptions) {
        self.encoding = encoding
        self.connection = connection
        self.options = options
    }

    /// Whether no stream is attached.
    var isUnused: Bool { streams.isEmpty }

    /// Subscribes to changes after a cursor, or from now on.
    func start(since cursor: String?) { replica.start(since: cursor) }

    /// Stops the subscription; the kept events can still be read.
    func stop() { replica.cancel() }

    /// Ends the subscription and all streams, whose clients resume; nothing is kept for them.
    func cutOff() {
        stop()
        ring = EventRing(mostBytes: ChangeFeed.mostBytes)
        for stream in streams.values { stream.finish() }
    }

    /// Adds a stream, which is woken whenever there are new events.
    func attach(_ stream: EventStream) { streams[ObjectIdentifier(stream)] = stream }

    /// Removes a stream.
    func detach(_ stream: EventStream) { streams[ObjectIdentifier(stream)] = nil }

    private func add(_ frame: EventRing.Frame) {
        ring.append(frame)
        guard !isWaking else { return }
        isWaking = true
        // Events that arrive together are sent together.
        connection.loop.next { [weak self] in self?.wakeStreams() }
    }

    private func wakeStreams() {
        isWaking = false
        for stream in streams.values { stream.wake() }
    }
}

extension ChangeFeed: ReplicaSink {
    func accept(by event: Event) { pass(event, isKnown: false) }

    func expect(_ beginning: ReplicaBeginning, by event: Event?) {
        defer { hasBegun = true }
        guard beginning == .everything || beginning == .present && hasBegun else { return }
        missed()
        if let event { return pass(event, isKnown: false) }
        add(EventEncoding.overflow)
    }

    func put(_ item: Item, by event: Event) { pass(event, isKnown: replica.sources[item.source] != nil) }

    func remove(_ item: Item, by event: Event) { pass(event, isKnown: replica.sources[item.source] != nil) }

    func change(_ source: String, from before: Source?, by event: Event) {
        let isRedefined = event.context.map { $0 != before?.json["context"] } ?? false
        pass(event, isKnown: before != nil && !isRedefined)
    }

    func complete(_ isSnapshot: Bool, by event: Event) { pass(event, isKnown: false) }

    func reach(_ isReached: Bool) {
        // Clients assume that the daemon is reachable, so we announce it only after a loss.
        if !isReached || hasBeenLost { add(EventEncoding.reachability(isReached)) }
        hasBeenLost = hasBeenLost || !isReached
    }

    func refuse(_ error: AlmanacError) {
        refusal = error
        for stream in streams.values { stream.finish() }
        refused()
    }

    private func pass(_ event: Event, isKnown: Bool) {
        encoding.frame(of: event).map { add($0) }
        received(event, isKnown)
    }
}

/// A barrier for reading one's writes: a client that has seen a change never gets an older page.
///
/// Requests wait until the subscription behind all pages has what another subscription received earlier.
final class ChangeBarrier {
    /// The time limit, after which a request is answered without what is kept.
    private static let patience = Duration.seconds(1)

    private let clock: AnyScheduler
    private var reached: Cursor?
    private var awaited: Cursor?
    private var waiting: [() -> Void] = []
    private var timer: AnyCancellable?
    /// Called before the waiting requests are answered although the change has not arrived.
    var expired: () -> Void = {}

    /// Makes a barrier that is open.
    init(_ clock: AnyScheduler) { self.clock = clock }

    /// Records that some client knows a change.
    func require(_ cursor: String) {
        guard let cursor = Cursor(cursor), let reached, !reached.contains(cursor),
            !(awaited?.contains(cursor) ?? false)
        else { return }
        awaited = cursor
        timer = clock.after(ChangeBarrier.patience, slack: .milliseconds(100)) { [weak self] in
            self?.expired()
            self?.open()
        }
    }

    /// Records that a change has arrived for all pages.
    func reach(_ cursor: String) {
        reached = Cursor(cursor) ?? reached
        if let awaited, reached?.contains(awaited) ?? true { open() }
    }

    /// Calls a function, now or when all required changes have arrived.
    func pass(_ action: @escaping () -> Void) {
        if awaited == nil { action() } else { waiting.append(action) }
    }

    private func open() {
        awaited = nil
        timer = nil
        let actions = waiting
        waiting = []
        for action in actions { action() }
    }
}

extension Cursor {
    /// Whether this is a position after a change, or at it.
    fileprivate func contains(_ other: Cursor) -> Bool { run == other.run && number >= other.number }
}

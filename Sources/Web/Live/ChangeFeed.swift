import AlmanacClient
import AlmanacValues
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

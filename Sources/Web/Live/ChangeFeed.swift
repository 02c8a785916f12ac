import AlmanacClient
import AlmanacValues
import Reactive

/// One subscription to the daemon whose events any number of streams send.
final class ChangeFeed {
    /// The bytes of encoded events that are kept for streams that are behind.
    static let mostBytes = 512 << 10

    private(set) var ring = EventRing(mostBytes: ChangeFeed.mostBytes)
    private let encoding: EventEncoding
    private let subscribe: (String?) -> AnyPublisher<SubscriptionNotice, AlmanacError>
    private var subscription: AnyCancellable?
    private var streams: [ObjectIdentifier: EventStream] = [:]
    private var isWaking = false
    /// Whether the daemon can be reached; `nil` before the first attempt.
    private(set) var isReachable: Bool?
    /// The error because of which the daemon refused the subscription; `nil` if it has not.
    private(set) var refusal: AlmanacError?
    /// The cursor of the newest event; `nil` before the first one, and within a snapshot.
    private(set) var lastCursor: String?
    /// Calls a function at the end of the present turn of the loop.
    private let next: (@escaping () -> Void) -> Void
    /// Called with each event, before the streams are woken.
    var received: (Event) -> Void = { _ in }
    /// Called when events may have been missed.
    var missed: () -> Void = {}
    /// Called when the daemon refuses the subscription.
    var refused: () -> Void = {}

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - encoding: The form of the events.
    ///   - next: Calls a function once, before the loop waits again.
    ///   - subscribe: Subscribes to changes after a cursor, or from now on.
    init(
        _ encoding: EventEncoding, next: @escaping (@escaping () -> Void) -> Void,
        subscribe: @escaping (String?) -> AnyPublisher<SubscriptionNotice, AlmanacError>
    ) {
        self.encoding = encoding
        self.next = next
        self.subscribe = subscribe
    }

    /// Whether no stream is attached.
    var isUnused: Bool { streams.isEmpty }

    /// Subscribes to changes after a cursor, or from now on.
    func begin(since cursor: String?) {
        subscription = subscribe(cursor).sink(
            receiveCompletion: { [unowned self] in
                if case .failure(let error) = $0 { refuse(error) }
            }, receiveValue: { [unowned self] in take($0) })
    }

    /// Ends the subscription; the kept events can still be read.
    func end() { subscription = nil }

    /// Ends the subscription and all streams, whose clients resume; nothing is kept for them.
    func cutOff() {
        end()
        ring = EventRing(mostBytes: ChangeFeed.mostBytes)
        for stream in streams.values { stream.end() }
    }

    /// Adds a stream, which is woken whenever there are new events.
    func attach(_ stream: EventStream) { streams[ObjectIdentifier(stream)] = stream }

    /// Removes a stream.
    func detach(_ stream: EventStream) { streams[ObjectIdentifier(stream)] = nil }

    private func take(_ notice: SubscriptionNotice) {
        switch notice {
        case .connected: note(isReachable: true)
        case .lost: note(isReachable: false)
        case .cursorExpired:
            add(EventEncoding.overflow)
            missed()
        case .event(let event):
            lastCursor = event.isResumable ? event.cursor : nil
            encoding.frame(of: event).map { add($0) }
            received(event)
        }
    }

    private func note(isReachable: Bool) {
        // A new feed says nothing: that the daemon can be reached is what everybody assumes.
        let wasReachable = self.isReachable ?? true
        self.isReachable = isReachable
        if isReachable != wasReachable { add(EventEncoding.reachability(isReachable)) }
    }

    private func refuse(_ error: AlmanacError) {
        refusal = error
        for stream in streams.values { stream.end() }
        refused()
    }

    private func add(_ frame: EventRing.Frame) {
        ring.append(frame)
        guard !isWaking else { return }
        isWaking = true
        // Events that arrive together are sent together.
        next { [weak self] in self?.wakeStreams() }
    }

    private func wakeStreams() {
        isWaking = false
        for stream in streams.values { stream.wake() }
    }
}

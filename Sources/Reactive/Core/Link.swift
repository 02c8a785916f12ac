/// The subscription that an operator with one upstream passes to its downstream.
///
/// It has no type parameter, so that requests and cancellations need no look-up of generic metadata. It does
/// not reference the downstream: retaining an ended subscription retains nothing else.
@usableFromInline
class Link: SubscriptionCore {
    @usableFromInline @exclusivity(unchecked)
    final var upstream: SubscriptionCore?

    @usableFromInline @exclusivity(unchecked)
    final var phase = Phase.waiting

    /// The operator's name in Combine.
    @usableFromInline final var name: String

    @usableFromInline
    init(_ name: String) { self.name = name }

    @usableFromInline final override var description: String { name }

    /// Whether values may pass.
    @inlinable
    final var isLive: Bool { phase == .live }

    /// Accepts the first subscription; cancels any other.
    @usableFromInline
    final func accept(_ subscription: any Subscription) -> Bool {
        guard phase == .waiting else {
            subscription.cancel()
            return false
        }
        phase = .live
        upstream = subscription.core
        return true
    }

    /// Records the completion of the upstream; returns `false` if it has completed or was cancelled before.
    @usableFromInline
    final func finish() -> Bool {
        guard phase == .live else { return false }
        phase = .over
        let ended = take(&upstream)
        self.ended()
        withExtendedLifetime(ended) {}
        return true
    }

    /// Called once when no more values pass, for whatever reason.
    @usableFromInline
    func ended() {}

    /// Cancels the upstream before the last signal is delivered; the downstream may still cancel.
    @usableFromInline
    final func close() {
        phase = .closing
        take(&upstream)?.cancel()
        self.ended()
    }

    @usableFromInline
    override func request(_ demand: Subscribers.Demand) {
        upstream?.request(demand)
    }

    @usableFromInline
    override func cancel() {
        phase = .over
        take(&upstream)?.cancel()
        self.ended()
    }
}

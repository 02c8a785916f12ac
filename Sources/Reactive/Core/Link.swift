/// The subscription that an operator with one upstream hands to its downstream.
///
/// It has no type parameter, so that requests and cancels cost no look-up of generic metadata, and it does not know
/// the downstream: holding on to an ended subscription holds nothing else.
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

    /// Takes the first subscription; any other is cancelled.
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

    /// Notes that upstream has ended; false when it had already, or was cancelled.
    @usableFromInline
    final func finish() -> Bool {
        guard phase == .live else { return false }
        phase = .over
        let ended = take(&upstream)
        self.ended()
        withExtendedLifetime(ended) {}
        return true
    }

    /// Called once nothing passes any more, for whatever reason.
    @usableFromInline
    func ended() {}

    /// Cancels the upstream for a last signal that is about to be delivered; the downstream may still cancel.
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

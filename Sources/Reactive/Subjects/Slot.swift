/// One subscriber's place in a roster, and its subscription.
@usableFromInline
class Slot: SubscriptionCore {
    /// Where this slot stands; `nil` once it is cancelled or has ended.
    @usableFromInline @exclusivity(unchecked)
    final var roster: Roster?

    @usableFromInline @exclusivity(unchecked)
    final var index = 0

    /// How many values may still be delivered; none after the end.
    @usableFromInline @exclusivity(unchecked)
    final var demand = Subscribers.Demand.none

    @inlinable
    init(_ roster: Roster) { self.roster = roster }

    @usableFromInline override var description: String { "PassthroughSubject" }

    @usableFromInline
    final override func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a request must be for at least one value")
        if roster == nil { return }
        self.demand += demand
        if tells { requested() }
    }

    /// Whether the subject is to know of a request.
    @usableFromInline @exclusivity(unchecked)
    final var tells = false

    /// Whether the subscriber is a sink that is right here.
    @usableFromInline @exclusivity(unchecked)
    final var isPlain = false

    /// More is wanted; a subject that remembers a value may have one for this slot.
    @usableFromInline
    func requested() {}

    @usableFromInline
    override func cancel() {
        guard let roster = leave() else { return }
        roster.remove(self)
    }

    /// Marks the slot as ended: nothing is delivered any more.
    @usableFromInline
    final func leave() -> Roster? {
        let left = take(&roster)
        demand = .none
        return left
    }

    /// Adds what a subscriber wants on top, unless it left meanwhile.
    @usableFromInline
    final func add(_ more: Subscribers.Demand) {
        if roster != nil { demand += more }
    }
}

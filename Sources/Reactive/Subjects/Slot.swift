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

    /// More is wanted; a subject that remembers a value may have one for this slot.
    @usableFromInline
    func requested() {}

    @usableFromInline
    final override func cancel() {
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

/// A slot with its subscriber, which is reached through one closure made where its type is known.
@usableFromInline
class Conduit<Output, Failure: Error>: Slot {
    @usableFromInline final let deliver: (Signal<Output, Failure>) -> Subscribers.Demand

    @inlinable
    init(_ roster: Roster, _ deliver: @escaping (Signal<Output, Failure>) -> Subscribers.Demand) {
        self.deliver = deliver
        super.init(roster)
    }

    @usableFromInline
    override func requested() {
        tells = false
        guard let roster else { return }
        unsafeDowncast(roster, to: Hub<Output, Failure>.self).want()
    }

    /// Hands over one value and counts it.
    @inlinable
    final func offer(_ value: Output) {
        if demand == .none { return }
        if demand != .unlimited { demand -= 1 }
        let more = deliver(.value(value))
        if more != .none { add(more) }
    }
}

/// A subscriber's place in a roster, and its subscription.
@usableFromInline
class Slot: SubscriptionCore {
    /// The roster; `nil` after cancellation or completion, and when the roster has been released: it is not
    /// retained, which saves a reference count per subscription.
    @usableFromInline @exclusivity(unchecked)
    final var roster: Unmanaged<Roster>?

    /// The place in the roster. A short integer beside the flags saves a word in each slot.
    @usableFromInline @exclusivity(unchecked)
    final var index: Int32 = 0

    /// Whether the subject is notified of requests.
    @usableFromInline @exclusivity(unchecked)
    final var tells = false

    /// Whether the subscriber is a directly attached sink.
    @usableFromInline @exclusivity(unchecked)
    final var isPlain = false

    /// The remaining demand; none after completion.
    @usableFromInline @exclusivity(unchecked)
    final var demand = Subscribers.Demand.none

    @inlinable
    init(_ roster: Unmanaged<Roster>) { self.roster = roster }

    @usableFromInline override var description: String { "PassthroughSubject" }

    @usableFromInline
    final override func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a request must be for at least one value")
        if roster == nil { return }
        self.demand += demand
        if tells { requested() }
    }

    /// Called after a request; a subject with a stored value may deliver it.
    @usableFromInline
    func requested() {}

    @usableFromInline
    override func cancel() {
        #if DEBUG
            let used = roster?.takeUnretainedValue()
            let isOutermost = used?.enterUse() ?? false
            defer { if isOutermost { used?.leaveUse() } }
        #endif
        leave()?._withUnsafeGuaranteedRef { $0.remove(self) }
    }

    /// Marks the slot as completed: no more signals are delivered.
    @usableFromInline
    final func leave() -> Unmanaged<Roster>? {
        let left = take(&roster)
        demand = .none
        return left
    }

    /// Adds demand, unless the subscriber has cancelled meanwhile.
    @usableFromInline
    final func add(_ more: Subscribers.Demand) {
        if roster != nil { demand += more }
    }
}

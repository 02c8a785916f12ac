/// The subscription of an operator with several consecutive upstreams; passes the remaining demand to the
/// next upstream.
@usableFromInline
final class Relay<Downstream: Subscriber>: SubscriptionCore {
    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?

    /// The remaining demand.
    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?

    /// The number of upstreams so far.
    @usableFromInline @exclusivity(unchecked)
    var part = 0

    /// Whether the downstream has received its subscription.
    @usableFromInline @exclusivity(unchecked)
    var hasBegun = false

    /// The operator's name in Combine.
    @usableFromInline @exclusivity(unchecked)
    var name: String

    @inlinable override var description: String { name }

    @inlinable
    init(_ name: String, to downstream: Downstream) {
        self.name = name
        outlet = Outlet(downstream)
    }

    /// Whether the downstream is still subscribed.
    @inlinable var isOpen: Bool { outlet != nil }

    /// Stores the subscription to the next upstream and requests the remaining demand.
    @inlinable
    func attach(_ subscription: any Subscription) {
        guard let outlet else { return subscription.cancel() }
        upstream = subscription.core
        part += 1
        if !hasBegun {
            hasBegun = true
            return outlet.downstream.receive(subscription: self)
        }
        if demand > .none { subscription.request(demand) }
    }

    /// Delivers a value if there is demand; returns the additional demand, unless the next upstream has been
    /// attached meanwhile: that one is asked for it.
    @inlinable
    func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
        guard let outlet = outlet.unretained, demand > .none else { return .none }
        if demand != .unlimited { demand -= 1 }
        let current = part
        let more = outlet.use { $0.downstream.receive(value) }
        if more == .none || self.outlet == nil { return .none }
        demand += more
        if part == current { return more }
        upstream?.request(more)
        return .none
    }

    /// Releases an upstream that has completed.
    @inlinable
    func detach() {
        let ended = take(&upstream)
        withExtendedLifetime(ended) {}
    }

    @inlinable
    func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        detach()
        let ended = take(&outlet)
        ended?.downstream.receive(completion: completion)
    }

    @inlinable
    override func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        guard outlet != nil else { return }
        demand += more
        upstream?.request(more)
    }

    @inlinable
    override func cancel() {
        let ended = take(&outlet)
        take(&upstream)?.cancel()
        withExtendedLifetime(ended) {}
    }
}

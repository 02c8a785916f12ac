/// The subscription of an operator that has several upstreams one after the other: it counts the demand that is
/// left, and hands it to the next.
@usableFromInline
final class Relay<Downstream: Subscriber>: SubscriptionCore {
    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?

    /// How many values are still wanted.
    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    @usableFromInline @exclusivity(unchecked)
    var upstream: SubscriptionCore?

    /// The downstream has its subscription.
    @usableFromInline @exclusivity(unchecked)
    var hasBegun = false

    /// The operator's name in Combine.
    @usableFromInline @exclusivity(unchecked)
    var name: String

    @inlinable override var description: String { name }

    @inlinable
    init(_ name: String, _ downstream: Downstream) {
        self.name = name
        outlet = Outlet(downstream)
    }

    /// Whether the downstream still listens.
    @inlinable var isOpen: Bool { outlet != nil }

    /// Takes the subscription to the next upstream and hands it the demand that is left.
    @inlinable
    func attach(_ subscription: any Subscription) {
        guard let outlet else { return subscription.cancel() }
        upstream = subscription.core
        if !hasBegun {
            hasBegun = true
            return outlet.downstream.receive(subscription: self)
        }
        if demand > .none { subscription.request(demand) }
    }

    /// Hands a value on, if one is wanted.
    @inlinable
    func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
        guard let outlet, demand > .none else { return .none }
        if demand != .unlimited { demand -= 1 }
        let more = outlet.downstream.receive(value)
        if more != .none { demand += more }
        return more
    }

    /// Lets go of an upstream that has ended.
    @inlinable
    func detach() {
        let ended = take(&upstream)
        withExtendedLifetime(ended) {}
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
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

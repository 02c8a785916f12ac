/// Wraps a subscriber from outside this module that may keep its subscription; the subscription it receives
/// holds nothing after completion or cancellation.
@usableFromInline
struct Guard<Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let downstream: Downstream
    @usableFromInline let link = Link("")

    @inlinable
    init(_ downstream: Downstream) { self.downstream = downstream }

    @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) {
        guard link.accept(subscription) else { return }
        link.name = String(describing: subscription)
        downstream.receive(subscription: link)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        link.isLive ? downstream.receive(input) : .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if link.finish() { downstream.receive(completion: completion) }
    }
}

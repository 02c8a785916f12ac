/// A subscription of this layer.
///
/// `any Subscription` takes five words and a value witness to copy, because a subscription need not be an object. Held
/// as this class it takes one word and a reference count, which halves what subscribing costs.
@usableFromInline
class SubscriptionCore: Cancellation, Subscription, CustomStringConvertible {
    @inlinable
    override init() { super.init() }

    @usableFromInline var description: String { "Subscription" }

    @inlinable final var _object: AnyObject? { self }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {}
}

extension Subscription {
    /// The subscription as one word: itself when it is of this layer, else in a box.
    @inlinable var core: SubscriptionCore {
        if let own = _object as? SubscriptionCore { return own }
        return foreign
    }
}

extension Subscription {
    @usableFromInline var foreign: SubscriptionCore { ForeignSubscription(self) }
}

/// A subscription from elsewhere.
final class ForeignSubscription: SubscriptionCore {
    private let subscription: any Subscription

    init(_ subscription: any Subscription) { self.subscription = subscription }

    override var description: String { String(describing: subscription) }

    override func request(_ demand: Subscribers.Demand) { subscription.request(demand) }

    override func cancel() { subscription.cancel() }
}

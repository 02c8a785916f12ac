/// A subscription of this module.
///
/// `any Subscription` occupies five words and needs a value witness to copy, because a subscription need not
/// be an object. A reference to this class occupies one word and needs one reference count, which halves the
/// cost of subscribing.
@usableFromInline
class SubscriptionCore: Cancellation, Subscription, CustomStringConvertible {
    @inlinable
    override init() { super.init() }

    @usableFromInline var description: String { "Subscription" }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {}
}

extension Subscription {
    /// The subscription as one word: itself if it belongs to this module, otherwise in a box.
    ///
    /// The comparison of the types costs a tenth of a conditional cast of the value.
    @inlinable var core: SubscriptionCore {
        guard Self.self is SubscriptionCore.Type else { return foreign }
        return unsafeBitCast(self, to: Unmanaged<SubscriptionCore>.self).takeUnretainedValue()
    }
}

extension Subscription {
    @usableFromInline var foreign: SubscriptionCore { ForeignSubscription(self) }
}

/// Wraps a subscription from outside this module.
final class ForeignSubscription: SubscriptionCore {
    private let subscription: any Subscription

    init(_ subscription: any Subscription) { self.subscription = subscription }

    override var description: String { String(describing: subscription) }

    override func request(_ demand: Subscribers.Demand) { subscription.request(demand) }

    override func cancel() { subscription.cancel() }
}

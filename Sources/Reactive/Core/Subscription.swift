/// The connection of one subscriber to its publisher.
///
/// Lives on the thread of its publisher. After the end, or after `cancel()`, both methods do nothing.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Asks for that many more values; requests add up. Asking for none is a fault of the caller.
    func request(_ demand: Subscribers.Demand)

    /// The object that this subscription is, when it is one of the layer's own; `nil`, by default, for any other.
    ///
    /// Lets the layer hold its own subscriptions in one word. There is no need to implement it.
    var _object: AnyObject? { get }
}

extension Subscription {
    /// None: not one of the layer's own.
    public var _object: AnyObject? { nil }
}

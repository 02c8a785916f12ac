/// The connection of one subscriber to its publisher.
///
/// Lives on the thread of its publisher. After the end, or after `cancel()`, both methods do nothing.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Asks for that many more values; requests add up. Asking for none is a fault of the caller.
    func request(_ demand: Subscribers.Demand)
}

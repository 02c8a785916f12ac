/// The connection between a subscriber and its publisher.
///
/// A subscription belongs to its publisher's thread. After completion or `cancel()`, both methods do nothing.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Requests more values; requests add up. Requesting none is a programming error.
    func request(_ demand: Subscribers.Demand)
}

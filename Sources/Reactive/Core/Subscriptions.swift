/// Predefined subscriptions.
public enum Subscriptions {
    /// A subscription that never delivers, for a publisher that only completes.
    public static var empty: any Subscription { EmptySubscription.shared }
}

/// A subscription that ignores all calls.
final class EmptySubscription: Subscription, CustomStringConvertible, Sendable {
    static let shared = EmptySubscription()

    var description: String { "Empty" }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {}
}

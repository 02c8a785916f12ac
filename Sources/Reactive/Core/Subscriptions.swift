/// Ready-made subscriptions.
public enum Subscriptions {
    /// A subscription that never delivers: for a publisher that has nothing but a completion.
    public static var empty: any Subscription { EmptySubscription.shared }
}

/// Does nothing, whatever is asked.
final class EmptySubscription: Subscription, CustomStringConvertible, Sendable {
    static let shared = EmptySubscription()

    var description: String { "Empty" }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {}
}

/// A source of values over time that ends with at most one completion.
///
/// A publisher does nothing until it has a subscriber; each subscription is independent unless the publisher
/// is a subject or shared. The API is Combine's; <doc:Rules> lists the rules.
public protocol Publisher<Output, Failure> {
    /// The type of the published values.
    associatedtype Output

    /// The type of the failure; `Never` if the publisher cannot fail.
    associatedtype Failure: Error

    /// Attaches a subscriber, which receives a subscription first, then values as it requests them.
    ///
    /// Publishers implement this method; callers write `subscribe(_:)`.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Attaches a subscriber.
    @inlinable
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }
}

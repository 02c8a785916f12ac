/// A source of values over time, of at most one completion, and of nothing after that.
///
/// A publisher does nothing until someone subscribes; each subscription is on its own unless the publisher is a
/// subject or shared. The shape is Combine's; the rules are in <doc:Rules>.
public protocol Publisher<Output, Failure> {
    /// What is published.
    associatedtype Output

    /// Why publishing may end early; `Never` when it cannot.
    associatedtype Failure: Error

    /// Attaches a subscriber; it is handed a subscription first, then values as it requests them.
    ///
    /// Implemented by publishers; callers write `subscribe(_:)`.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Attaches a subscriber.
    @inlinable
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }

    /// Attaches a subject, which republishes everything, until the returned object is let go.
    @inlinable
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
    where S.Output == Output, S.Failure == Failure {
        let feed = SubjectFeed(subject)
        receive(subscriber: feed)
        return AnyCancellable(feed)
    }
}

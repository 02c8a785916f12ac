/// Fails at once.
public struct Fail<Output, Failure: Error>: Publisher {
    /// The failure.
    public let error: Failure

    /// Makes a publisher of a failure.
    public init(error: Failure) { self.error = error }

    /// Makes a publisher of a failure, with the type of its values, of which there are none.
    public init(outputType: Output.Type, failure: Failure) { error = failure }

    /// Attaches a subscriber; callers write `subscribe(_:)`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
    }
}

extension Fail: Equatable where Failure: Equatable {}

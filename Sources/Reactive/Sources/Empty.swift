/// Publishes no value: finishes at once, or never.
public struct Empty<Output, Failure: Error>: Publisher, Equatable {
    /// Whether it finishes at once; otherwise it never publishes.
    public let completeImmediately: Bool

    /// Makes a publisher without values.
    public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }

    /// Makes a publisher without values, naming the types that cannot be inferred.
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }

    /// Attaches a subscriber; callers write `subscribe(_:)`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Subscriptions.empty)
        if completeImmediately { subscriber.receive(completion: .finished) }
    }
}

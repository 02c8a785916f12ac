/// Makes a new publisher for each subscription.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    /// The values of the created publisher.
    public typealias Output = DeferredPublisher.Output

    /// The failure of the created publisher.
    public typealias Failure = DeferredPublisher.Failure

    /// Returns the publisher.
    public let createPublisher: () -> DeferredPublisher

    /// Makes a publisher that creates another one for each subscription.
    @inlinable
    public init(createPublisher: @escaping () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    /// Attaches a subscriber; callers write `subscribe(_:)`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}

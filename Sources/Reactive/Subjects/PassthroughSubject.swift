/// Publishes sent values to the current subscribers; stores no value.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    @usableFromInline let hub: Hub<Output, Failure>

    /// Makes a subject without subscribers.
    public init() { hub = Hub() }

    /// Attaches a subscriber; callers write `subscribe(_:)`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        hub.attach(subscriber)
    }

    /// Publishes a value, or queues it until the current one has been delivered.
    @inlinable
    public func send(_ value: Output) { hub.send(value) }

    /// Completes the subject, after the values sent before.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion: completion) }

    /// Stores the upstream's subscription and requests everything; cancels it when the subject completes.
    public func send(subscription: any Subscription) { hub.keep(subscription) }
}

/// Publishes what it is told to those who are subscribed at that moment; remembers nothing.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    @usableFromInline let hub: Hub<Output, Failure>

    /// Makes a subject without subscribers.
    public init() { hub = Hub() }

    /// Attaches a subscriber; callers write `subscribe(_:)`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        hub.attach(subscriber)
    }

    /// Publishes a value, or keeps it until the one on its way has been delivered.
    @inlinable
    public func send(_ value: Output) { hub.send(value) }

    /// Ends the subject, after what was sent before.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion: completion) }

    /// Keeps the upstream's subscription and asks it for everything; cancelled when the subject ends.
    public func send(subscription: any Subscription) { hub.keep(subscription) }
}

/// Publishes what it is told to those who are subscribed at that moment; remembers nothing.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    @usableFromInline let hub: Hub<Output, Failure>

    /// Makes a subject without subscribers.
    public init() { hub = Hub() }

    deinit { hub.abandon() }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        hub.attach(subscriber)
    }

    @inlinable
    public func send(_ value: Output) { hub.send(value) }

    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion: completion) }

    /// Keeps the upstream's subscription and asks it for everything; cancelled when the subject ends.
    public func send(subscription: any Subscription) { hub.keep(subscription) }
}

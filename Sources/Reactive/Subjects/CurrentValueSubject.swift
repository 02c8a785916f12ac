/// Publishes a state: its current value at subscription, then every new value.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    @usableFromInline let hub: StateHub<Output, Failure>

    /// Makes a subject with an initial value.
    public init(_ value: Output) { hub = StateHub(value) }

    /// The newest value sent, even while older ones are still being delivered; setting it sends it. It
    /// remains after completion.
    @inlinable
    public var value: Output {
        get { hub.value }
        set { hub.set(newValue) }
    }

    /// Attaches a subscriber; callers write `subscribe(_:)`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        hub.join(subscriber)
    }

    /// Publishes a value, or queues it until the current one has been delivered.
    @inlinable
    public func send(_ value: Output) { hub.set(value) }

    /// Completes the subject, after the values sent before.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion: completion) }

    /// Stores the upstream's subscription and requests everything; cancels it when the subject completes.
    public func send(subscription: any Subscription) { hub.keep(subscription) }
}

extension CurrentValueSubject: Orderly {}

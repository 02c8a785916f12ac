/// Publishes a state: its present value to whoever subscribes, then every new one.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    @usableFromInline let hub: StateHub<Output, Failure>

    /// Makes a subject with its first value.
    public init(_ value: Output) { hub = StateHub(value) }

    /// The newest value that was sent, also while older ones are still being delivered; setting it sends it.
    /// After the end it stays what it was.
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

    /// Publishes a value, or keeps it until the one on its way has been delivered.
    @inlinable
    public func send(_ value: Output) { hub.set(value) }

    /// Ends the subject, after what was sent before.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) { hub.send(completion: completion) }

    /// Keeps the upstream's subscription and asks it for everything; cancelled when the subject ends.
    public func send(subscription: any Subscription) { hub.keep(subscription) }
}

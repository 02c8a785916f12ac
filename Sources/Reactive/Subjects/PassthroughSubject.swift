/// Publishes sent values to the current subscribers; stores no value.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    /// The subscribers, an owned reference; `nil` until the first use. It never changes afterwards, so that
    /// sending needs no reference count.
    @usableFromInline @exclusivity(unchecked)
    var hub: Unmanaged<Hub<Output, Failure>>?

    /// Makes a subject without subscribers.
    public init() {}

    deinit { hub?.release() }

    /// The subscribers, a reference that this subject owns; made if there are none.
    @inlinable var hubOrNew: Unmanaged<Hub<Output, Failure>> { hub ?? makeHub() }

    @usableFromInline
    func makeHub() -> Unmanaged<Hub<Output, Failure>> {
        let hub = Unmanaged.passRetained(Hub<Output, Failure>())
        self.hub = hub
        return hub
    }

    /// Attaches a subscriber; callers write `subscribe(_:)`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        withExtendedLifetime(self) { hubOrNew._withUnsafeGuaranteedRef { $0.attach(subscriber) } }
    }

    /// Publishes a value, or queues it until the current one has been delivered.
    @inlinable
    public func send(_ value: Output) {
        withExtendedLifetime(self) { hub?._withUnsafeGuaranteedRef { $0.send(value) } }
    }

    /// Completes the subject, after the values sent before.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) {
        withExtendedLifetime(self) { hubOrNew._withUnsafeGuaranteedRef { $0.send(completion: completion) } }
    }

    /// Stores the upstream's subscription and requests everything; cancels it when the subject completes.
    public func send(subscription: any Subscription) {
        withExtendedLifetime(self) { hubOrNew._withUnsafeGuaranteedRef { $0.keep(subscription) } }
    }
}

extension PassthroughSubject: Orderly {}

/// Publishes one value and finishes.
public struct Just<Output>: Publisher {
    /// It cannot fail.
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// Makes a publisher of one value.
    @inlinable
    public init(_ output: Output) { self.output = output }

    /// Attaches a subscriber; callers write `subscribe(_:)`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.receive(subscription: SingleValue("Just", output, subscriber))
    }
}

extension Just: Equatable where Output: Equatable {}

/// Delivers one value on the first request, and the end behind it.
@usableFromInline
final class SingleValue<Downstream: Subscriber>: Subscription, CustomStringConvertible {
    @usableFromInline let description: String

    @usableFromInline @exclusivity(unchecked)
    var content: (value: Downstream.Input, downstream: Downstream)?

    @inlinable
    init(_ name: String, _ value: Downstream.Input, _ downstream: Downstream) {
        description = name
        content = (value, downstream)
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a request must be for at least one value")
        guard let once = content else { return }
        content = nil
        _ = once.downstream.receive(once.value)
        if !isCancelled { once.downstream.receive(completion: .finished) }
    }

    /// Cancelled while the value was being delivered.
    @usableFromInline @exclusivity(unchecked)
    var isCancelled = false

    @inlinable
    func cancel() {
        isCancelled = true
        let dropped = content
        content = nil
        withExtendedLifetime(dropped) {}
    }
}

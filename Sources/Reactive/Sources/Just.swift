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
        subscriber.receive(subscription: SingleValue("Just", value: output, to: subscriber))
    }
}

extension Just: Equatable where Output: Equatable {}

/// Delivers one value on the first request, then the completion.
///
/// It has no type parameter: its behaviour is a closure, created and specialised where the types are known.
@usableFromInline
final class SingleValue: SubscriptionCore {
    @usableFromInline let name: String

    @usableFromInline override var description: String { name }

    @usableFromInline @exclusivity(unchecked)
    var deliver: ((SingleValue) -> Void)?

    /// Whether it was cancelled while the value was being delivered.
    @usableFromInline @exclusivity(unchecked)
    var isCancelled = false

    @inlinable
    init<S: Subscriber>(_ name: String, value: S.Input, to subscriber: S) {
        self.name = name
        deliver = { subscription in
            _ = subscriber.receive(value)
            if !subscription.isCancelled { subscriber.receive(completion: .finished) }
        }
    }

    @usableFromInline
    override func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a request must be for at least one value")
        let once = deliver
        deliver = nil
        once?(self)
    }

    @usableFromInline
    override func cancel() {
        isCancelled = true
        deliver = nil
    }
}

extension Just: Orderly {}

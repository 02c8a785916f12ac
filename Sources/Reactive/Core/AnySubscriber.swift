/// A type-erased subscriber.
public struct AnySubscriber<Input, Failure: Error>: Subscriber, CustomStringConvertible {
    @usableFromInline let begin: ((any Subscription) -> Void)?
    @usableFromInline let value: ((Input) -> Subscribers.Demand)?
    @usableFromInline let end: ((Subscribers.Completion<Failure>) -> Void)?

    /// The identifier of the wrapped subscriber; a new one for closures.
    public let combineIdentifier: CombineIdentifier

    /// The description of the wrapped subscriber.
    public let description: String

    /// Wraps a subscriber; an `AnySubscriber` is not wrapped again.
    @inlinable
    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        if let erased = subscriber as? AnySubscriber<Input, Failure> {
            self = erased
            return
        }
        begin = { subscriber.receive(subscription: $0) }
        value = { subscriber.receive($0) }
        end = { subscriber.receive(completion: $0) }
        combineIdentifier = subscriber.combineIdentifier
        description = (subscriber as? any CustomStringConvertible)?.description ?? "AnySubscriber"
    }

    /// Makes a subscriber of closures; without a closure for values it requests none.
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        begin = receiveSubscription
        value = receiveValue
        end = receiveCompletion
        combineIdentifier = CombineIdentifier()
        description = "Anonymous AnySubscriber"
    }

    /// Receives the subscription.
    @inlinable
    public func receive(subscription: any Subscription) { begin?(subscription) }

    /// Receives a value.
    @inlinable
    public func receive(_ input: Input) -> Subscribers.Demand { value?(input) ?? .none }

    /// Receives the completion.
    @inlinable
    public func receive(completion: Subscribers.Completion<Failure>) { end?(completion) }
}

/// A value or the end, as one argument: an erased subscriber then needs one closure only.
@usableFromInline
@frozen
enum Signal<Output, Failure: Error> {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
}

/// A subscriber without its type.
///
/// The closures are made where the subscriber's type is known, so their bodies are specialised, which the methods
/// of a generic subclass would not be. Loops of operators stay flat in type as well.
@usableFromInline
struct ErasedSubscriber<Input, Failure: Error>: Subscriber {
    @usableFromInline let begin: (any Subscription) -> Void
    @usableFromInline let deliver: (Signal<Input, Failure>) -> Subscribers.Demand
    @usableFromInline let combineIdentifier: CombineIdentifier
    @usableFromInline let _dropsSubscription: Bool
    @usableFromInline let _tail: AnyObject?

    @inlinable
    init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        begin = { subscriber.receive(subscription: $0) }
        deliver = { subscriber.receive(signal: $0) }
        combineIdentifier = subscriber.combineIdentifier
        _dropsSubscription = subscriber._dropsSubscription
        _tail = subscriber._tail
    }

    @inlinable
    func receive(subscription: any Subscription) { begin(subscription) }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand { deliver(.value(input)) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) { _ = deliver(.completion(completion)) }
}

extension Subscriber {
    /// Takes either a value or the end; the end wants nothing more.
    @inlinable
    func receive(signal: Signal<Input, Failure>) -> Subscribers.Demand {
        switch signal {
        case .value(let value):
            return receive(value)
        case .completion(let completion):
            receive(completion: completion)
            return .none
        }
    }
}

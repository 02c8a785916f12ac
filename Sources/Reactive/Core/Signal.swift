/// A value or a completion.
@usableFromInline
@frozen
enum Signal<Output, Failure: Error> {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
}

/// A closure that receives either a value or a completion, so that an erased subscriber needs only one, and
/// returns the additional demand.
///
/// The arguments are two pointers rather than a `Signal`. The tag of a `Signal` is stored as one byte and
/// loaded as four, so that the processor must wait for the end of the store: 4 ns for each value.
@usableFromInline
typealias Delivery<Output, Failure: Error> = (
    _ value: UnsafePointer<Output>?, _ completion: UnsafePointer<Subscribers.Completion<Failure>>?
) -> Subscribers.Demand

/// Returns the closure that calls a subscriber.
///
/// It is made here only, and this function is not inlined: the compiler merges equal closures of several
/// places, and all but one of them become a jump for each value. The inner function is always inlined, so
/// that the closure calls no other function with a copy of the subscriber.
@inlinable
@inline(never)
func delivery<S: Subscriber>(to subscriber: S) -> Delivery<S.Input, S.Failure> {
    @inline(__always)
    func deliver(
        value: UnsafePointer<S.Input>?, completion: UnsafePointer<Subscribers.Completion<S.Failure>>?
    ) -> Subscribers.Demand {
        subscriber.receive(value, or: completion)
    }
    return deliver
}

/// A type-erased subscriber.
///
/// The closures are created where the subscriber's type is known, so that their bodies are specialised,
/// unlike the methods of a generic subclass. Recursive operators also keep a flat type.
@usableFromInline
struct ErasedSubscriber<Input, Failure: Error>: OwnSubscriber {
    @usableFromInline let begin: (any Subscription) -> Void
    @usableFromInline let deliver: Delivery<Input, Failure>
    @usableFromInline let combineIdentifier: CombineIdentifier
    /// The place of this subscriber in a chain of consecutive publishers; `nil` if there is none.
    @usableFromInline let tail: Tail<Input, Failure>?

    /// Erases the type of a subscriber; an erased one is not wrapped again.
    @inlinable
    init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        if S.self == Self.self, let erased = subscriber as? Self {
            self = erased
        } else if S.releasesSubscription {
            self.init(subscriber, tail: nil)
        } else {
            self.init(Guard(subscriber), tail: nil)
        }
    }

    /// Erases the type of a subscriber of this module.
    @inlinable
    init<S: Subscriber>(_ subscriber: S, tail: Tail<Input, Failure>?)
    where S.Input == Input, S.Failure == Failure {
        begin = { subscriber.receive(subscription: $0) }
        deliver = delivery(to: subscriber)
        combineIdentifier = subscriber.combineIdentifier
        self.tail = tail
    }

    @inlinable
    func receive(subscription: any Subscription) { begin(subscription) }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        _withUnprotectedUnsafePointer(to: input) { deliver($0, nil) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        _ = _withUnprotectedUnsafePointer(to: completion) { deliver(nil, $0) }
    }
}

/// The place of a subscriber in a chain of consecutive publishers: two others can take its place.
@usableFromInline
final class Tail<Input, Failure: Error> {
    @usableFromInline typealias Part = (ErasedSubscriber<Input, Failure>) -> Void

    /// Subscribes to two parts, the second one after the first has finished.
    @usableFromInline let replace: (@escaping Part, @escaping Part) -> Void

    @usableFromInline
    init(_ replace: @escaping (@escaping Part, @escaping Part) -> Void) { self.replace = replace }
}

extension Subscriber {
    /// Receives a value or a completion, see `Delivery`; a completion requests nothing.
    @inlinable
    @inline(__always)
    func receive(
        _ value: UnsafePointer<Input>?, or completion: UnsafePointer<Subscribers.Completion<Failure>>?
    ) -> Subscribers.Demand {
        if let value { return receive(value.pointee) }
        if let completion { receive(completion: completion.pointee) }
        return .none
    }

    /// Receives a value or a completion; a completion requests nothing.
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

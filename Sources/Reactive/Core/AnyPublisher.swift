/// A type-erased publisher.
public struct AnyPublisher<Output, Failure: Error>: Publisher, CustomStringConvertible {
    @usableFromInline
    let attach: (ErasedSubscriber<Output, Failure>) -> Void

    /// Wraps a publisher; an `AnyPublisher` is not wrapped again.
    @inlinable
    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let erased = publisher as? AnyPublisher<Output, Failure> {
            self = erased
        } else {
            attach = { publisher.receive(subscriber: $0) }
        }
    }

    /// The name of the type.
    public var description: String { "AnyPublisher" }

    /// Attaches a subscriber; callers write `subscribe(_:)`.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        StackLimit.check()
        attach(ErasedSubscriber(subscriber))
    }
}

extension Publisher {
    /// Erases the type of the chain, for a property or a result.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}

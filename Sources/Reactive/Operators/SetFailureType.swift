extension Publishers {
    /// Gives a publisher that cannot fail a type of failure, to fit where one is expected.
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher
    where Upstream.Failure == Never {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream

        /// Makes the publisher that `setFailureType(to:)` returns.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: SetFailureTypeInner(downstream: subscriber))
        }

        /// Gives it another type of failure.
        @inlinable
        public func setFailureType<E: Error>(to type: E.Type) -> SetFailureType<Upstream, E> {
            SetFailureType<Upstream, E>(upstream: upstream)
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

extension Publisher where Failure == Never {
    /// Gives this publisher a type of failure, to fit where one is expected.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}

@usableFromInline
struct SetFailureTypeInner<Downstream: Subscriber>: Subscriber, CustomStringConvertible {
    @usableFromInline typealias Failure = Never

    @usableFromInline let downstream: Downstream

    @inlinable
    init(downstream: Downstream) { self.downstream = downstream }

    @usableFromInline var description: String { "SetFailureType" }

    @inlinable var _dropsSubscription: Bool { downstream._dropsSubscription }

    @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }

    @inlinable
    func receive(completion: Subscribers.Completion<Never>) { downstream.receive(completion: .finished) }
}

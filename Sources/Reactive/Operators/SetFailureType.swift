extension Publishers {
    /// Gives a publisher that cannot fail a failure type, where one is required.
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher
    where Upstream.Failure == Never {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes the publisher that `setFailureType(to:)` returns.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: SetFailureTypeInner(downstream: subscriber))
        }

        /// Changes the failure type.
        @inlinable
        public func setFailureType<E: Error>(to type: E.Type) -> SetFailureType<Upstream, E> {
            SetFailureType<Upstream, E>(upstream: upstream)
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

extension Publisher where Failure == Never {
    /// Gives this publisher a failure type, where one is required.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.setFailureType(to: TestError.self)
    /// ```
    /// Marble: `1-2|` → `1-2|`
    ///
    /// Demand: passed on.
    @inlinable
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}

@usableFromInline
struct SetFailureTypeInner<Downstream: Subscriber>: OwnSubscriber, CustomStringConvertible {
    @usableFromInline typealias Failure = Never

    @usableFromInline let downstream: Downstream

    @inlinable
    init(downstream: Downstream) { self.downstream = downstream }

    @usableFromInline var description: String { "SetFailureType" }

    @inlinable static var dropsSubscription: Bool { Downstream.releasesSubscription }

    @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }

    @inlinable
    func receive(completion: Subscribers.Completion<Never>) { downstream.receive(completion: .finished) }
}

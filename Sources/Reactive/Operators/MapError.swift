extension Publishers {
    /// Transforms the failure with a closure.
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// The closure.
        public let transform: (Upstream.Failure) -> Failure

        /// Makes the publisher that `mapError(_:)` returns.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Makes the publisher that `mapError(_:)` returns.
        @inlinable
        public init(upstream: Upstream, _ map: @escaping (Upstream.Failure) -> Failure) {
            self.init(upstream: upstream, transform: map)
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: MapErrorInner(downstream: subscriber, transform: transform))
        }
    }
}

extension Publisher {
    /// Transforms the failure with a closure.
    ///
    /// ```swift
    /// let request = PassthroughSubject<Int, TestError>()
    /// let result = request.mapError { _ in TestError.oops }
    /// ```
    /// Marble: `1-2#` → `1-2#`
    ///
    /// Demand: passed on.
    @inlinable
    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform: transform)
    }
}

/// Passes the upstream's subscription on unchanged.
@usableFromInline
struct MapErrorInner<Downstream: Subscriber, Failure: Error>: OwnSubscriber, CustomStringConvertible {
    @usableFromInline let downstream: Downstream
    @usableFromInline let transform: (Failure) -> Downstream.Failure

    @inlinable
    init(downstream: Downstream, transform: @escaping (Failure) -> Downstream.Failure) {
        self.downstream = downstream
        self.transform = transform
    }

    @usableFromInline var description: String { "MapError" }

    @inlinable static var dropsSubscription: Bool { Downstream.releasesSubscription }

    @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: downstream.receive(completion: .finished)
        case .failure(let error): downstream.receive(completion: .failure(transform(error)))
        }
    }
}

extension Publishers {
    /// Publishes a running result.
    public struct Scan<Upstream: Publisher, Output>: Publisher {
        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The initial result.
        public let initialResult: Output

        /// Combines the current result with a value.
        public let nextPartialResult: (Output, Upstream.Output) -> Output

        /// Makes the publisher that `scan(_:_:)` returns.
        @inlinable
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ScanInner(to: subscriber, initial: initialResult, next: nextPartialResult))
        }
    }
}

extension Publisher {
    /// Publishes a running result: after each value, the closure's result for the previous result and the
    /// value.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.scan(0, +)
    /// ```
    /// Marble: `1-2-3|` → `1-3-6|`
    ///
    /// Demand: passed on.
    @inlinable
    public func scan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

/// Passes the upstream's subscription on unchanged.
@usableFromInline
struct ScanInner<Downstream: Subscriber, Input>: OwnSubscriber, CustomStringConvertible {
    @usableFromInline let downstream: Downstream
    @usableFromInline let result: Box<Downstream.Input>
    @usableFromInline let next: (Downstream.Input, Input) -> Downstream.Input

    @inlinable
    init(
        to downstream: Downstream, initial: Downstream.Input,
        next: @escaping (Downstream.Input, Input) -> Downstream.Input
    ) {
        self.downstream = downstream
        self.next = next
        result = Box(initial)
    }

    @usableFromInline var description: String { "Scan" }

    @inlinable static var dropsSubscription: Bool { Downstream.releasesSubscription }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(result) }

    @inlinable
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        let output = next(result.value, input)
        result.set(output)
        return downstream.receive(output)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }
}

extension Publishers {
    /// Publishes a running result, with a closure that may throw.
    public struct TryScan<Upstream: Publisher, Output>: Publisher {
        /// A thrown error, or the upstream's failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The initial result.
        public let initialResult: Output

        /// Combines the current result with a value.
        public let nextPartialResult: (Output, Upstream.Output) throws -> Output

        /// Makes the publisher that `tryScan(_:_:)` returns.
        @inlinable
        public init(
            upstream: Upstream, initialResult: Output,
            nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let nextPartialResult = nextPartialResult
            let result = Box(initialResult)
            upstream.receive(
                subscriber: Stage<S, Upstream.Output, Upstream.Failure>(trying: "TryScan", to: subscriber) {
                    let next = try nextPartialResult(result.value, $0)
                    result.set(next)
                    return .pass(next)
                })
        }
    }
}

extension Publisher {
    /// Publishes a running result; a thrown error ends the publisher.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.tryScan(0) { try $0 + check($1) }
    /// ```
    /// Marble: `1-2-3|` → `1-3-#`
    ///
    /// Demand: passed on.
    @inlinable
    public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        Publishers.TryScan(
            upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

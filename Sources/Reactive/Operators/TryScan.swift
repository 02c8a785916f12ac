extension Publishers {
    /// Publishes a running result, with a function that may throw.
    public struct TryScan<Upstream: Publisher, Output>: Publisher {
        /// How this publisher may fail: with what is thrown, or as its upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream

        /// What the first value is added to.
        public let initialResult: Output

        /// Adds a value to the result so far.
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
                subscriber: Stage<S, Upstream.Output, Upstream.Failure>(trying: "TryScan", subscriber) {
                    let next = try nextPartialResult(result.value, $0)
                    result.set(next)
                    return .pass(next)
                })
        }
    }
}

extension Publisher {
    /// Publishes a running result; what the function throws ends the publisher.
    @inlinable
    public func tryScan<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        Publishers.TryScan(
            upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}

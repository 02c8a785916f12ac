extension Publishers {
    /// Publishes the first value that satisfies a condition, which may throw, and finishes.
    public struct TryFirstWhere<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// A thrown error, or the upstream's failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The condition.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes the publisher that `tryFirst(where:)` returns.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = predicate
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>(trying: "TryFirstWhere", to: subscriber) {
                    try predicate($0) ? .last($0) : .skip
                })
        }
    }
}

extension Publisher {
    /// Publishes the first value that satisfies a condition, which may throw, and finishes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.tryFirst { try check($0) > 1 }
    /// ```
    /// Marble: `1-2-3|` → `--(2|)`
    ///
    /// Demand: passed on, and one more for each dropped value, until the last one.
    @inlinable
    public func tryFirst(
        where predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFirstWhere<Self> {
        Publishers.TryFirstWhere(upstream: self, predicate: predicate)
    }
}

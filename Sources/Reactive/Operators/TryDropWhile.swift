extension Publishers {
    /// Drops the values before the first one that does not satisfy a condition, which may throw.
    public struct TryDropWhile<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// A thrown error, or the upstream's failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The condition for dropping a value.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes the publisher that `tryDrop(while:)` returns.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = predicate
            let isDropping = Box(true)
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>(trying: "TryDropWhile", to: subscriber) {
                    if isDropping.value, try predicate($0) { return .skip }
                    isDropping.set(false)
                    return .pass($0)
                })
        }
    }
}

extension Publisher {
    /// Drops the values before the first one that does not satisfy a condition, which may throw.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.tryDrop { try check($0) < 2 }
    /// ```
    /// Marble: `1-2-3|` → `--2-3|`
    ///
    /// Demand: passed on, and one more for each dropped value.
    @inlinable
    public func tryDrop(
        while predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}

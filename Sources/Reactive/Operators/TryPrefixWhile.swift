extension Publishers {
    /// Publishes the values before the first one that does not satisfy a condition, which may throw.
    public struct TryPrefixWhile<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// A thrown error, or the upstream's failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The condition for continuing.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Makes the publisher that `tryPrefix(while:)` returns.
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
                subscriber: Stage<S, Output, Upstream.Failure>(trying: "TryPrefixWhile", to: subscriber) {
                    try predicate($0) ? .pass($0) : .finish
                })
        }
    }
}

extension Publisher {
    /// Publishes the values before the first one that does not satisfy a condition, which may throw.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.tryPrefix { try check($0) < 3 }
    /// ```
    /// Marble: `1-2-3|` → `1-2-#`
    ///
    /// Demand: passed on, until the last value.
    @inlinable
    public func tryPrefix(
        while predicate: @escaping (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self> {
        Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
    }
}

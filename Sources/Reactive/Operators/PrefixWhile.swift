extension Publishers {
    /// Publishes the values before the first one that does not satisfy a condition.
    public struct PrefixWhile<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The condition for continuing.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes the publisher that `prefix(while:)` returns.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = predicate
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>("PrefixWhile", to: subscriber) {
                    predicate($0) ? .pass($0) : .finish
                })
        }
    }
}

extension Publisher {
    /// Publishes the values before the first one that does not satisfy a condition.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.prefix { $0 < 2 }
    /// ```
    /// Marble: `1-2-1|` → `1-|`
    ///
    /// Demand: passed on, until the last value.
    @inlinable
    public func prefix(
        while predicate: @escaping (Output) -> Bool
    ) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }
}

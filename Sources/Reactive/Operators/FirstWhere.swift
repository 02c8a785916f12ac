extension Publishers {
    /// Publishes the first value that satisfies a condition and finishes.
    public struct FirstWhere<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The condition.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes the publisher that `first(where:)` returns.
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
                subscriber: Stage<S, Output, Upstream.Failure>("FirstWhere", to: subscriber) {
                    predicate($0) ? .last($0) : .skip
                })
        }
    }
}

extension Publisher {
    /// Publishes the first value that satisfies a condition and finishes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.first { $0 > 1 }
    /// ```
    /// Marble: `1-2-3|` → `--(2|)`
    ///
    /// Demand: passed on, and one more for each dropped value, until the last one.
    @inlinable
    public func first(
        where predicate: @escaping (Output) -> Bool
    ) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// Drops the values before the first one that does not satisfy a condition.
    public struct DropWhile<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The condition for dropping a value.
        public let predicate: (Upstream.Output) -> Bool

        /// Makes the publisher that `drop(while:)` returns.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = predicate
            let isDropping = Box(true)
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>("DropWhile", to: subscriber) {
                    if isDropping.value, predicate($0) { return .skip }
                    isDropping.set(false)
                    return .pass($0)
                })
        }
    }
}

extension Publisher {
    /// Drops the values before the first one that does not satisfy a condition.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.drop { $0 < 2 }
    /// ```
    /// Marble: `1-2-1|` → `--2-1|`
    ///
    /// Demand: passed on, and one more for each dropped value.
    @inlinable
    public func drop(
        while predicate: @escaping (Output) -> Bool
    ) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(upstream: self, predicate: predicate)
    }
}

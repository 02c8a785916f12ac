extension Publishers {
    /// Publishes the last value that satisfies a condition when the upstream finishes.
    public struct LastWhere<Upstream: Publisher>: Publisher {
        /// One of the upstream's values, or none.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The condition.
        public let predicate: (Output) -> Bool

        /// Makes the publisher that `last(where:)` returns.
        public init(upstream: Upstream, predicate: @escaping (Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let last = Box<Output?>(nil)
            let predicate = predicate
            let take: (Output) -> Verdict<Output, Failure> = {
                if predicate($0) { last.set($0) }
                return .skip
            }
            upstream.receive(
                subscriber: Reduction<S, Output, Upstream.Failure>(
                    "LastWhere", to: subscriber,
                    steps: .init(take: take, result: { last.value }, convert: { $0 })))
        }
    }
}

extension Publisher {
    /// Publishes the last value that satisfies a condition when this publisher finishes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.last { $0 < 3 }
    /// ```
    /// Marble: `1-2-3|` → `-----(2|)`
    ///
    /// Demand: everything.
    public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
        Publishers.LastWhere(upstream: self, predicate: predicate)
    }
}

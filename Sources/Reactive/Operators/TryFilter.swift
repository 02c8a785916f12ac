extension Publishers {
    /// Publishes the values that satisfy a condition, which may throw.
    public struct TryFilter<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// A thrown error, or the upstream's failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The condition.
        public let isIncluded: (Upstream.Output) throws -> Bool

        /// Makes the publisher that `tryFilter(_:)` returns.
        @inlinable
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isIncluded = isIncluded
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>(trying: "TryFilter", to: subscriber) {
                    try isIncluded($0) ? .pass($0) : .skip
                })
        }
    }
}

extension Publisher {
    /// Publishes the values that satisfy a condition; a thrown error ends the publisher.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.tryFilter { try check($0) > 1 }
    /// ```
    /// Marble: `1-2-3|` → `--2-#`
    ///
    /// Demand: passed on, and one more for each dropped value.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers.TryFilter {
    /// Publishes the values that satisfy both conditions, in one stage.
    @inlinable
    public func filter(_ isIncludedToo: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        let first = isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncludedToo($0) }
    }

    /// Publishes the values that satisfy both conditions, in one stage.
    @inlinable
    public func tryFilter(
        _ isIncludedToo: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        let first = isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncludedToo($0) }
    }
}

extension Publishers.Filter {
    /// Publishes the values that satisfy both conditions, in one stage.
    @inlinable
    public func tryFilter(
        _ isIncludedToo: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        let first = isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncludedToo($0) }
    }
}

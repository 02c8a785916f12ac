extension Publishers {
    /// Lets through the values that satisfy a condition, which may throw.
    public struct TryFilter<Upstream: Publisher>: Publisher {
        /// What is published.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: with what is thrown, or as its upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream

        /// Whether a value is let through.
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
                subscriber: Stage<S, Output, Upstream.Failure>(trying: "TryFilter", subscriber) {
                    try isIncluded($0) ? .pass($0) : .skip
                })
        }
    }
}

extension Publisher {
    /// Lets through the values that satisfy a condition; what it throws ends the publisher.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers.TryFilter {
    /// Lets through what satisfies both conditions; they become one stage.
    @inlinable
    public func filter(_ isIncludedToo: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        let first = isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncludedToo($0) }
    }

    /// Lets through what satisfies both conditions; they become one stage.
    @inlinable
    public func tryFilter(
        _ isIncludedToo: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        let first = isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncludedToo($0) }
    }
}

extension Publishers.Filter {
    /// Lets through what satisfies both conditions; they become one stage.
    @inlinable
    public func tryFilter(
        _ isIncludedToo: @escaping (Output) throws -> Bool
    ) -> Publishers.TryFilter<Upstream> {
        let first = isIncluded
        return Publishers.TryFilter(upstream: upstream) { try first($0) && isIncludedToo($0) }
    }
}

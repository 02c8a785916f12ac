extension Publishers {
    /// Changes every value with a function that may throw, and drops those that become `nil`.
    public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
        /// How this publisher may fail: with what is thrown, or as its upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream

        /// What a value becomes; `nil` drops it.
        public let transform: (Upstream.Output) throws -> Output?

        /// Makes the publisher that `tryCompactMap(_:)` returns.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let transform = transform
            upstream.receive(
                subscriber: Stage<S, Upstream.Output, Upstream.Failure>(trying: "TryCompactMap", subscriber) {
                    if let output = try transform($0) { .pass(output) } else { .skip }
                })
        }
    }
}

extension Publisher {
    /// Changes every value and drops those that become `nil`; what the function throws ends the publisher.
    @inlinable
    public func tryCompactMap<T>(
        _ transform: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}

extension Publishers.TryCompactMap {
    /// Changes the values once more and drops what becomes `nil`; both functions become one stage.
    @inlinable
    public func compactMap<T>(
        _ next: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Upstream, T> {
        let first = transform
        return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) { try first($0).flatMap(next) }
    }
}

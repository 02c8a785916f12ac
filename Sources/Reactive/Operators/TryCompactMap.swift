extension Publishers {
    /// Transforms every value with a closure that may throw, and drops `nil` results.
    public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
        /// A thrown error, or the upstream's failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The closure; `nil` drops the value.
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
                subscriber: Stage<S, Upstream.Output, Upstream.Failure>(
                    trying: "TryCompactMap", to: subscriber
                ) {
                    if let output = try transform($0) { .pass(output) } else { .skip }
                })
        }
    }
}

extension Publisher {
    /// Transforms every value and drops `nil` results; a thrown error ends the publisher.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.tryCompactMap { try check($0) > 1 ? $0 : nil }
    /// ```
    /// Marble: `1-2-3|` → `--2-#`
    ///
    /// Demand: passed on, and one more for each dropped value.
    @inlinable
    public func tryCompactMap<T>(
        _ transform: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}

extension Publishers.TryCompactMap {
    /// Transforms the values again and drops `nil` results; both closures become one stage.
    @inlinable
    public func compactMap<T>(
        _ next: @escaping (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Upstream, T> {
        let first = transform
        return Publishers.TryCompactMap<Upstream, T>(upstream: upstream) { try first($0).flatMap(next) }
    }
}

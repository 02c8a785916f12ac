extension Publishers {
    /// Buffers values that arrive without demand.
    public struct Buffer<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure, or the failure of a full buffer.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The maximum number of buffered values.
        public let size: Int

        /// The requests to the upstream.
        public let prefetch: PrefetchStrategy

        /// The behaviour of a full buffer.
        public let whenFull: BufferingStrategy<Failure>

        /// Makes the publisher that `buffer(size:prefetch:whenFull:)` returns.
        public init(
            upstream: Upstream, size: Int, prefetch: PrefetchStrategy, whenFull: BufferingStrategy<Failure>
        ) {
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: BufferEngine(to: subscriber, size: size, prefetch: prefetch, whenFull: whenFull))
        }
    }
}

extension Publisher {
    /// Buffers up to `size` values that arrive without demand.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
    /// ```
    /// Marble: `1-2|` → `1-2|`
    ///
    /// Demand: everything with `.byRequest`; with `.keepFull`, `size` values, and one more for each delivered
    /// one.
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

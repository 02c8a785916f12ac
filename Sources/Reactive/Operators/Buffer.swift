extension Publishers {
    /// Keeps the values that arrive while none is wanted.
    public struct Buffer<Upstream: Publisher>: Publisher {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream, or by being full.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// How many values are kept at most.
        public let size: Int

        /// How the upstream is asked.
        public let prefetch: PrefetchStrategy

        /// What is done when the buffer is full.
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
            upstream.receive(subscriber: BufferEngine(subscriber, size, prefetch, whenFull))
        }
    }
}

extension Publisher {
    /// Keeps up to `size` values that arrive while none is wanted.
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

extension Publishers {
    /// Publishes a value in place of a failure and finishes.
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// It cannot fail.
        public typealias Failure = Never

        /// The value.
        public let output: Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes the publisher that `replaceError(with:)` returns.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let relay = Relay("ReplaceError", to: subscriber)
            let output = output
            upstream.receive(
                subscriber: CatchFirst<S, Upstream.Failure>(relay) { _, relay in
                    Just(output).receive(subscriber: CatchSecond(relay))
                })
        }
    }
}

extension Publishers.ReplaceError: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Publishes a value in place of a failure and finishes.
    ///
    /// ```swift
    /// let request = PassthroughSubject<Int, TestError>()
    /// let result = request.replaceError(with: 0)
    /// ```
    /// Marble: `1-2#` → `1-2(0|)`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    @inlinable
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}

extension Publishers {
    /// Drops a number of values.
    public struct Drop<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The number of values to drop.
        public let count: Int

        /// Makes the publisher that `dropFirst(_:)` returns.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let left = Box(count)
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>("Drop", to: subscriber) {
                    if left.value == 0 { return .pass($0) }
                    left.value -= 1
                    return .skip
                })
        }
    }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Drops the first values; a negative count is a programming error.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.dropFirst()
    /// ```
    /// Marble: `1-2-3|` → `--2-3|`
    ///
    /// Demand: passed on, and one more for each dropped value.
    @inlinable
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        precondition(count >= 0, "cannot drop a negative number of values")
        return Publishers.Drop(upstream: self, count: count)
    }
}

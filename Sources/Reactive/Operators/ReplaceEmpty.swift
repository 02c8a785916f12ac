extension Publishers {
    /// Publishes a value if the upstream finishes without any.
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The value.
        public let output: Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes the publisher that `replaceEmpty(with:)` returns.
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isEmpty = Box(true)
            let output = output
            let engine = ConcatenateEngine(to: subscriber) {
                let rest = Publishers.Sequence<[Output], Failure>(sequence: isEmpty.value ? [output] : [])
                rest.receive(subscriber: $0)
            }
            engine.relay.name = "ReplaceEmpty"
            engine.start(
                upstream.map { value -> Output in
                    isEmpty.value = false
                    return value
                })
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Publishes a value if this publisher finishes without any.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.replaceEmpty(with: 0)
    /// ```
    /// Marble: `--|` → `--(0|)`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

extension Publishers {
    /// Publishes a value when the upstream finishes without any.
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// The value.
        public let output: Output

        /// Where the values come from.
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
            let engine = ConcatenateEngine(subscriber) {
                let rest = Publishers.Sequence<[Output], Failure>(sequence: isEmpty.value ? [output] : [])
                rest.receive(subscriber: $0)
            }
            engine.relay.name = "ReplaceEmpty"
            engine.begin(
                upstream.map { value -> Output in
                    isEmpty.value = false
                    return value
                })
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Publishes a value when this publisher finishes without any.
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}

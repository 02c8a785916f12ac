extension Publishers {
    /// Publishes all values as one array when the upstream finishes.
    public struct Collect<Upstream: Publisher>: Publisher {
        /// One array, empty if there were no values.
        public typealias Output = [Upstream.Output]

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes the publisher that `collect()` returns.
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let all = Box<Output>([])
            let take: (Upstream.Output) -> Verdict<Output, Failure> = {
                all.value.append($0)
                return .skip
            }
            upstream.receive(
                subscriber: Reduction<S, Upstream.Output, Failure>(
                    "Collect", to: subscriber,
                    steps: .init(take: take, result: { all.value }, convert: { $0 })))
        }
    }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes all values as one array when this publisher finishes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.collect()
    /// ```
    /// Marble: `1-2-3|` → `-----([1,2,3]|)`
    ///
    /// Demand: everything.
    public func collect() -> Publishers.Collect<Self> { Publishers.Collect(upstream: self) }
}

extension Publishers {
    /// Drops the upstream's values until another publisher publishes.
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure, or the other publisher's before its first value.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The publisher whose first value ends the dropping.
        public let other: Other

        /// Makes the publisher that `drop(untilOutputFrom:)` returns.
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isOpen = Box(false)
            let link = UntilLink("DropUntilOutput")
            let inner = Stage<S, Output, Failure>(until: link, to: subscriber) {
                isOpen.value ? .pass($0) : .skip
            }
            link.watch(
                other,
                ended: {
                    if case .failure(let error) = $0 {
                        inner.complete(with: nil, completion: .failure(error))
                    }
                }
            ) {
                isOpen.set(true)
            }
            upstream.receive(subscriber: inner)
        }
    }
}

extension Publisher {
    /// Drops values until another publisher publishes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.drop(untilOutputFrom: other)
    /// ```
    /// Marble: `1-2-3|` and `-9|` → `--2-3|`
    ///
    /// Demand: passed on, and one more for each dropped value; everything of the other publisher.
    public func drop<P: Publisher>(untilOutputFrom publisher: P) -> Publishers.DropUntilOutput<Self, P>
    where P.Failure == Failure {
        Publishers.DropUntilOutput(upstream: self, other: publisher)
    }
}

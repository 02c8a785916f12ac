extension Publishers {
    /// Publishes the last value that satisfies a condition, which may throw, when the upstream finishes.
    public struct TryLastWhere<Upstream: Publisher>: Publisher {
        /// One of the upstream's values, or none.
        public typealias Output = Upstream.Output

        /// A thrown error, or the upstream's failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The condition.
        public let predicate: (Output) throws -> Bool

        /// Makes the publisher that `tryLast(where:)` returns.
        public init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let last = Box<Output?>(nil)
            let predicate = predicate
            let take: (Output) -> Verdict<Output, any Error> = {
                do { if try predicate($0) { last.set($0) } } catch { return .fail(error) }
                return .skip
            }
            upstream.receive(
                subscriber: Reduction<S, Output, Upstream.Failure>(
                    "TryLastWhere", to: subscriber,
                    steps: .init(take: take, result: { last.value }, convert: { $0 })))
        }
    }
}

extension Publisher {
    /// Publishes the last value that satisfies a condition; a thrown error ends the publisher.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.tryLast { try check($0) > 1 }
    /// ```
    /// Marble: `1-2-3|` → `----#`
    ///
    /// Demand: everything.
    public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate)
    }
}

extension Publishers {
    /// Publishes the last value that satisfies a condition, which may throw, when the upstream finishes.
    public struct TryLastWhere<Upstream: Publisher>: Publisher {
        /// What is published: one of the upstream's values, or none.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: with what is thrown, or as its upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream

        /// Which values count.
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
                    "TryLastWhere", subscriber, .init(take: take, result: { last.value }, convert: { $0 })))
        }
    }
}

extension Publisher {
    /// Publishes the last value that satisfies a condition; what it throws ends the publisher.
    public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate)
    }
}

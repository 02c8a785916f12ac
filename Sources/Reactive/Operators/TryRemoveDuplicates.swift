extension Publishers {
    /// Drops values that a function, which may throw, finds equal to the one before.
    public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
        /// What is published.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: with what is thrown, or as its upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream

        /// Whether a value counts as equal to the one before.
        public let predicate: (Output, Output) throws -> Bool

        /// Makes the publisher that `tryRemoveDuplicates(by:)` returns.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Output, Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let predicate = predicate
            let last = Box<Output?>(nil)
            upstream.receive(
                subscriber: Stage<S, Output, Upstream.Failure>(trying: "TryRemoveDuplicates", subscriber) {
                    if let before = last.value, try predicate(before, $0) { return .skip }
                    last.set($0)
                    return .pass($0)
                })
        }
    }
}

extension Publisher {
    /// Drops values that equal the one before; what the function throws ends the publisher.
    @inlinable
    public func tryRemoveDuplicates(
        by predicate: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
    }
}

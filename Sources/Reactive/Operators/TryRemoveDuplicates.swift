extension Publishers {
    /// Drops values that a closure, which may throw, considers equal to their predecessor.
    public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The type of the published values.
        public typealias Output = Upstream.Output

        /// A thrown error, or the upstream's failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// Whether a value is considered equal to its predecessor.
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
                subscriber: Stage<S, Output, Upstream.Failure>(trying: "TryRemoveDuplicates", to: subscriber)
                {
                    if let before = last.value, try predicate(before, $0) { return .skip }
                    last.set($0)
                    return .pass($0)
                })
        }
    }
}

extension Publisher {
    /// Drops values that equal their predecessor; a thrown error ends the publisher.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.tryRemoveDuplicates { try $0 == check($1) }
    /// ```
    /// Marble: `1-1-2-3|` → `1---2-#`
    ///
    /// Demand: passed on, and one more for each dropped value.
    @inlinable
    public func tryRemoveDuplicates(
        by predicate: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
    }
}

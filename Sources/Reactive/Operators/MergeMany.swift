extension Publishers {
    /// Joins any number of upstreams of one type, as their values come.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// What is published: the values of all.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as soon as one of them does.
        public typealias Failure = Upstream.Failure

        /// The upstreams.
        public let publishers: [Upstream]

        /// Makes the publisher of its upstreams.
        public init(_ upstream: Upstream...) { publishers = upstream }

        /// Makes the publisher of its upstreams; of none, it finishes at once.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Joins one more.
        @inlinable
        public func merge(with other: Upstream) -> MergeMany { MergeMany(publishers + [other]) }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = MergeEngine(subscriber, count: publishers.count)
            for (index, publisher) in publishers.enumerated() { engine.attach(publisher, index) }
        }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

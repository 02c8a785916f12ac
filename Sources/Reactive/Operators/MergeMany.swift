extension Publishers {
    /// Merges the values of any number of upstreams of one type.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The values of all upstreams.
        public typealias Output = Upstream.Output

        /// The failure of any upstream.
        public typealias Failure = Upstream.Failure

        /// The upstreams.
        public let publishers: [Upstream]

        /// Makes the publisher from its upstreams.
        public init(_ upstream: Upstream...) { publishers = upstream }

        /// Makes the publisher from its upstreams; without upstreams it finishes at once.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Adds another upstream.
        @inlinable
        public func merge(with other: Upstream) -> MergeMany { MergeMany(publishers + [other]) }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = FlatMapEngine(merging: subscriber)
            for publisher in publishers { engine.attach(publisher) }
            engine.close()
        }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}

extension Publishers {
    /// Changes every value with a function that may throw.
    public struct TryMap<Upstream: Publisher, Output>: Publisher {
        /// How this publisher may fail: with what is thrown, or as its upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream

        /// What a value becomes.
        public let transform: (Upstream.Output) throws -> Output

        /// Makes the publisher that `tryMap(_:)` returns.
        @inlinable
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let transform = transform
            upstream.receive(
                subscriber: Stage<S, Upstream.Output, Upstream.Failure>(trying: "TryMap", subscriber) {
                    .pass(try transform($0))
                })
        }
    }
}

extension Publisher {
    /// Changes every value with a function; what it throws ends the publisher.
    @inlinable
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }
}

extension Publishers.TryMap {
    /// Changes every value once more; both functions become one stage.
    @inlinable
    public func map<T>(_ next: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
        let first = transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { next(try first($0)) }
    }

    /// Changes every value once more; both functions become one stage.
    @inlinable
    public func tryMap<T>(_ next: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        let first = transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try next(try first($0)) }
    }
}

extension Publishers.Map {
    /// Changes every value once more; both functions become one stage.
    @inlinable
    public func tryMap<T>(_ next: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        let first = transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try next(first($0)) }
    }
}

extension Publishers {
    /// Transforms every value with a closure that may throw.
    public struct TryMap<Upstream: Publisher, Output>: Publisher {
        /// A thrown error, or the upstream's failure.
        public typealias Failure = any Error

        /// The upstream publisher.
        public let upstream: Upstream

        /// The closure.
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
                subscriber: Stage<S, Upstream.Output, Upstream.Failure>(trying: "TryMap", to: subscriber) {
                    .pass(try transform($0))
                })
        }
    }
}

extension Publisher {
    /// Transforms every value with a closure; a thrown error ends the publisher.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.tryMap { try check($0) * 2 }
    /// ```
    /// Marble: `1-2-3|` → `2-4-#`
    ///
    /// Demand: passed on.
    @inlinable
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        Publishers.TryMap(upstream: self, transform: transform)
    }
}

extension Publishers.TryMap {
    /// Transforms every value again; both closures become one stage.
    @inlinable
    public func map<T>(_ next: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
        let first = transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { next(try first($0)) }
    }

    /// Transforms every value again; both closures become one stage.
    @inlinable
    public func tryMap<T>(_ next: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        let first = transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try next(try first($0)) }
    }
}

extension Publishers.Map {
    /// Transforms every value again; both closures become one stage.
    @inlinable
    public func tryMap<T>(_ next: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        let first = transform
        return Publishers.TryMap<Upstream, T>(upstream: upstream) { try next(first($0)) }
    }
}

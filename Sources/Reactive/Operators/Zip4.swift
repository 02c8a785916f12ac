extension Publishers {
    /// Combines the first, second, … values of four upstreams.
    public struct Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, A.Failure == C.Failure, A.Failure == D.Failure {
        /// A tuple with one value of each upstream.
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)

        /// The failure of any upstream.
        public typealias Failure = A.Failure

        /// The first upstream.
        public let a: A

        /// The second upstream.
        public let b: B

        /// The third upstream.
        public let c: C

        /// The fourth upstream.
        public let d: D

        /// Makes the publisher from its upstreams.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = ZipEngine<S>(count: 4)
            let a1 = ZipBranch<A.Output, S>(engine, at: 0)
            let b1 = ZipBranch<B.Output, S>(engine, at: 1)
            let c1 = ZipBranch<C.Output, S>(engine, at: 2)
            let d1 = ZipBranch<D.Output, S>(engine, at: 3)
            engine.start([a1, b1, c1, d1], to: subscriber) {
                subscriber.receive((a1.next(), b1.next(), c1.next(), d1.next()))
            }
            a.receive(subscriber: a1)
            b.receive(subscriber: b1)
            c.receive(subscriber: c1)
            d.receive(subscriber: d1)
        }
    }
}

extension Publishers.Zip4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
    /// Combines the first, second, … values of this publisher and three others. Finishes when no further
    /// combination is possible.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.zip(other, Just(0), Just(9))
    /// ```
    /// Marble: `1--2|` and `-89|` → `-([1,8,0,9]|)`
    ///
    /// Demand: the demand, of each upstream.
    @inlinable
    public func zip<B: Publisher, C: Publisher, D: Publisher>(_ b: B, _ c: C, _ d: D)
        -> Publishers.Zip4<Self, B, C, D>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        Publishers.Zip4(self, b, c, d)
    }

    /// Combines the first, second, … values of this publisher and three others with a function.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.zip(other, Just(1), Just(2)) { $0 + $1 + $2 + $3 }
    /// ```
    /// Marble: `1--2|` and `-34|` → `-(7|)`
    ///
    /// Demand: the demand, of each upstream.
    @inlinable
    public func zip<B: Publisher, C: Publisher, D: Publisher, T>(
        _ b: B, _ c: C, _ d: D, _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> T
    ) -> Publishers.Map<Publishers.Zip4<Self, B, C, D>, T>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        Publishers.Zip4(self, b, c, d).map { transform($0.0, $0.1, $0.2, $0.3) }
    }
}

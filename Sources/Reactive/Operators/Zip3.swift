extension Publishers {
    /// Combines the first, second, … values of three upstreams.
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, A.Failure == C.Failure {
        /// A tuple with one value of each upstream.
        public typealias Output = (A.Output, B.Output, C.Output)

        /// The failure of any upstream.
        public typealias Failure = A.Failure

        /// The first upstream.
        public let a: A

        /// The second upstream.
        public let b: B

        /// The third upstream.
        public let c: C

        /// Makes the publisher from its upstreams.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = ZipEngine<S>(count: 3)
            let a1 = ZipBranch<A.Output, S>(engine, at: 0)
            let b1 = ZipBranch<B.Output, S>(engine, at: 1)
            let c1 = ZipBranch<C.Output, S>(engine, at: 2)
            engine.start([a1, b1, c1], to: subscriber) {
                subscriber.receive((a1.next(), b1.next(), c1.next()))
            }
            a.receive(subscriber: a1)
            b.receive(subscriber: b1)
            c.receive(subscriber: c1)
        }
    }
}

extension Publishers.Zip3: Equatable where A: Equatable, B: Equatable, C: Equatable {}

extension Publisher {
    /// Combines the first, second, … values of this publisher and two others. Finishes when no further
    /// combination is possible.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.zip(other, Just(0))
    /// ```
    /// Marble: `1--2|` and `-89|` → `-([1,8,0]|)`
    ///
    /// Demand: the demand, of each upstream.
    @inlinable
    public func zip<B: Publisher, C: Publisher>(_ b: B, _ c: C) -> Publishers.Zip3<Self, B, C>
    where B.Failure == Failure, C.Failure == Failure {
        Publishers.Zip3(self, b, c)
    }

    /// Combines the first, second, … values of this publisher and two others with a function.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.zip(other, Just(1)) { $0 + $1 + $2 }
    /// ```
    /// Marble: `1--2|` and `-34|` → `-(5|)`
    ///
    /// Demand: the demand, of each upstream.
    @inlinable
    public func zip<B: Publisher, C: Publisher, T>(
        _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> T
    ) -> Publishers.Map<Publishers.Zip3<Self, B, C>, T> where B.Failure == Failure, C.Failure == Failure {
        Publishers.Zip3(self, b, c).map { transform($0.0, $0.1, $0.2) }
    }
}

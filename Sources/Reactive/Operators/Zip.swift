extension Publishers {
    /// Combines the first, second, … values of two upstreams.
    public struct Zip<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// A tuple with one value of each upstream.
        public typealias Output = (A.Output, B.Output)

        /// The failure of any upstream.
        public typealias Failure = A.Failure

        /// The first upstream.
        public let a: A

        /// The second upstream.
        public let b: B

        /// Makes the publisher from its upstreams.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = ZipEngine<S>(count: 2)
            let a1 = ZipBranch<A.Output, S>(engine, at: 0)
            let b1 = ZipBranch<B.Output, S>(engine, at: 1)
            engine.start([a1, b1], to: subscriber) {
                subscriber.receive((a1.next(), b1.next()))
            }
            a.receive(subscriber: a1)
            b.receive(subscriber: b1)
        }
    }
}

extension Publishers.Zip: Equatable where A: Equatable, B: Equatable {}

extension Publisher {
    /// Combines the first, second, … values of this publisher and another. Finishes when no further
    /// combination is possible.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.zip(other)
    /// ```
    /// Marble: `1--2|` and `-89|` → `-[1,8]-([2,9]|)`
    ///
    /// Demand: the demand, of each upstream.
    @inlinable
    public func zip<B: Publisher>(_ b: B) -> Publishers.Zip<Self, B>
    where B.Failure == Failure {
        Publishers.Zip(self, b)
    }

    /// Combines the first, second, … values of this publisher and another with a function.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.zip(other) { $0 + $1 }
    /// ```
    /// Marble: `1--2|` and `-34|` → `-4-(6|)`
    ///
    /// Demand: the demand, of each upstream.
    @inlinable
    public func zip<B: Publisher, T>(
        _ b: B, _ transform: @escaping (Output, B.Output) -> T
    ) -> Publishers.Map<Publishers.Zip<Self, B>, T> where B.Failure == Failure {
        Publishers.Zip(self, b).map { transform($0.0, $0.1) }
    }
}

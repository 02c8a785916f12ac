extension Publishers {
    /// Combines the newest values of four upstreams.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
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

        /// Runs an action at the end of the turn; `nil` to publish every change at once.
        @usableFromInline let later: Later?

        /// Makes the publisher from its upstreams.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            later = nil
        }

        /// Makes a publisher that publishes changes at the end of the turn.
        @inlinable
        init(a: A, b: B, c: C, d: D, later: Later?) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.later = later
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = LatestEngine(subscriber, count: 4, later: later)
            let a1 = LatestBranch<A.Output, S>(engine)
            let b1 = LatestBranch<B.Output, S>(engine)
            let c1 = LatestBranch<C.Output, S>(engine)
            let d1 = LatestBranch<D.Output, S>(engine)
            engine.start {
                if $0 == .combine { return (a1.value!, b1.value!, c1.value!, d1.value!) }
                a1.stop()
                b1.stop()
                c1.stop()
                d1.stop()
                return nil
            }
            a.receive(subscriber: a1)
            b.receive(subscriber: b1)
            c.receive(subscriber: c1)
            d.receive(subscriber: d1)
        }
    }
}

extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {
    /// Whether the upstreams are equal.
    public static func == (left: Self, right: Self) -> Bool {
        (left.a, left.b, left.c, left.d) == (right.a, right.b, right.c, right.d)
    }
}

extension Publisher {
    /// Combines the newest values of this publisher and three others, once each has published.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.combineLatest(other, Just(0), Just(9))
    /// ```
    /// Marble: `1--2|` and `-8|` → `-[1,8,0,9]-[2,8,0,9]|`
    ///
    /// Demand: everything of each upstream, as only the newest value is kept.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher>(_ b: B, _ c: C, _ d: D)
        -> Publishers.CombineLatest4<Self, B, C, D>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        Publishers.CombineLatest4(self, b, c, d)
    }

    /// Combines the newest values of this publisher and three others with a function.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.combineLatest(other, Just(1), Just(2)) { $0 + $1 + $2 + $3 }
    /// ```
    /// Marble: `1--2|` and `-3|` → `-7-8|`
    ///
    /// Demand: everything of each upstream, as only the newest value is kept.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher, T>(
        _ b: B, _ c: C, _ d: D, _ transform: @escaping (Output, B.Output, C.Output, D.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, B, C, D>, T>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        Publishers.CombineLatest4(self, b, c, d).map { transform($0.0, $0.1, $0.2, $0.3) }
    }

    /// Combines the newest values of this publisher and three others, once at the end of a turn, regardless
    /// of the number of changes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.combineLatest(numbers.map { -$0 }, Just(0), Just(9), coalescedBy: clock)
    /// ```
    /// Marble: `1-2|` → `[1,-1,0,9]-[2,-2,0,9]|`
    ///
    /// If several upstreams derive from one source, a change of the source produces one consistent
    /// combination; without this, it would produce one per upstream, some with outdated values.
    ///
    /// Demand: everything of each upstream, as only the newest value is kept.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher, Context: Scheduler>(
        _ b: B, _ c: C, _ d: D, coalescedBy scheduler: Context
    ) -> Publishers.CombineLatest4<Self, B, C, D>
    where B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
        Publishers.CombineLatest4(
            a: self, b: b, c: c, d: d, later: Later { scheduler.schedule($0) })
    }
}

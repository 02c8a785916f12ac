extension Publishers {
    /// Combines the newest values of three upstreams.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
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

        /// Runs an action at the end of the turn; `nil` to publish every change at once.
        @usableFromInline let later: Later?

        /// Makes the publisher from its upstreams.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
            later = nil
        }

        /// Makes a publisher that publishes changes at the end of the turn.
        @inlinable
        init(a: A, b: B, c: C, later: Later?) {
            self.a = a
            self.b = b
            self.c = c
            self.later = later
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = LatestEngine(subscriber, count: 3, later: later)
            let a1 = LatestBranch<A.Output, S>(engine)
            let b1 = LatestBranch<B.Output, S>(engine)
            let c1 = LatestBranch<C.Output, S>(engine)
            engine.start {
                if $0 == .combine { return (a1.value!, b1.value!, c1.value!) }
                a1.stop()
                b1.stop()
                c1.stop()
                return nil
            }
            a.receive(subscriber: a1)
            b.receive(subscriber: b1)
            c.receive(subscriber: c1)
        }
    }
}

extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {
    /// Whether the upstreams are equal.
    public static func == (left: Self, right: Self) -> Bool {
        (left.a, left.b, left.c) == (right.a, right.b, right.c)
    }
}

extension Publisher {
    /// Combines the newest values of this publisher and two others, once each has published.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.combineLatest(other, Just(0))
    /// ```
    /// Marble: `1--2|` and `-8|` → `-[1,8,0]-[2,8,0]|`
    ///
    /// Demand: everything of each upstream, as only the newest value is kept.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher>(_ b: B, _ c: C)
        -> Publishers.CombineLatest3<Self, B, C>
    where B.Failure == Failure, C.Failure == Failure {
        Publishers.CombineLatest3(self, b, c)
    }

    /// Combines the newest values of this publisher and two others with a function.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.combineLatest(other, Just(1)) { $0 + $1 + $2 }
    /// ```
    /// Marble: `1--2|` and `-3|` → `-5-6|`
    ///
    /// Demand: everything of each upstream, as only the newest value is kept.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, T>(
        _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, B, C>, T>
    where B.Failure == Failure, C.Failure == Failure {
        Publishers.CombineLatest3(self, b, c).map { transform($0.0, $0.1, $0.2) }
    }

    /// Combines the newest values of this publisher and two others, once at the end of a turn, regardless of
    /// the number of changes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.combineLatest(numbers.map { -$0 }, Just(0), coalescedBy: clock)
    /// ```
    /// Marble: `1-2|` → `[1,-1,0]-[2,-2,0]|`
    ///
    /// If several upstreams derive from one source, a change of the source produces one consistent
    /// combination; without this, it would produce one per upstream, some with outdated values.
    ///
    /// Demand: everything of each upstream, as only the newest value is kept.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, Context: Scheduler>(
        _ b: B, _ c: C, coalescedBy scheduler: Context
    ) -> Publishers.CombineLatest3<Self, B, C> where B.Failure == Failure, C.Failure == Failure {
        Publishers.CombineLatest3(
            a: self, b: b, c: c, later: Later { scheduler.schedule($0) })
    }
}

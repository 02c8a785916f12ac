extension Publishers {
    /// Combines the newest values of three upstreams.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, A.Failure == C.Failure {
        /// What is published: one value of each upstream.
        public typealias Output = (A.Output, B.Output, C.Output)

        /// How this publisher may fail: as soon as one of them does.
        public typealias Failure = A.Failure

        /// The first upstream.
        public let a: A

        /// The second upstream.
        public let b: B

        /// The third upstream.
        public let c: C

        /// Runs an action at the end of the turn; `nil` when every change is published at once.
        @usableFromInline let later: ((@escaping () -> Void) -> Void)?

        /// Makes the publisher of its upstreams.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
            later = nil
        }

        /// Makes the publisher of its upstreams, which publishes a change at the end of the turn.
        @inlinable
        init(a: A, b: B, c: C, later: ((@escaping () -> Void) -> Void)?) {
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
            engine.begin([a1, b1, c1]) { (a1.value!, b1.value!, c1.value!) }
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
    /// Combines the newest values of this publisher and two others. Begins when each has published.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher>(_ b: B, _ c: C)
        -> Publishers.CombineLatest3<Self, B, C>
    where B.Failure == Failure, C.Failure == Failure {
        Publishers.CombineLatest3(self, b, c)
    }

    /// Combines the newest values of this publisher and two others with a function.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, T>(
        _ b: B, _ c: C, _ transform: @escaping (Output, B.Output, C.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, B, C>, T>
    where B.Failure == Failure, C.Failure == Failure {
        Publishers.CombineLatest3(self, b, c).map { transform($0.0, $0.1, $0.2) }
    }

    /// Combines the newest values of this publisher and two others, once at the end of a turn however much changed in it.
    ///
    /// When several of them go back to one source, a change of the source gives one consistent combination, where
    /// publishing at once would give one for each, some of them half old.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, Context: Scheduler>(
        _ b: B, _ c: C, coalescedBy scheduler: Context
    ) -> Publishers.CombineLatest3<Self, B, C> where B.Failure == Failure, C.Failure == Failure {
        Publishers.CombineLatest3(
            a: self, b: b, c: c, later: { scheduler.schedule($0) })
    }
}

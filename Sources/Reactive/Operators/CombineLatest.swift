extension Publishers {
    /// Combines the newest values of two upstreams.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// What is published: one value of each upstream.
        public typealias Output = (A.Output, B.Output)

        /// How this publisher may fail: as soon as one of them does.
        public typealias Failure = A.Failure

        /// The first upstream.
        public let a: A

        /// The second upstream.
        public let b: B

        /// Runs an action at the end of the turn; `nil` when every change is published at once.
        @usableFromInline let later: ((@escaping () -> Void) -> Void)?

        /// Makes the publisher of its upstreams.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
            later = nil
        }

        /// Makes the publisher of its upstreams, which publishes a change at the end of the turn.
        @inlinable
        init(a: A, b: B, later: ((@escaping () -> Void) -> Void)?) {
            self.a = a
            self.b = b
            self.later = later
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = LatestEngine(subscriber, count: 2, later: later)
            let a1 = LatestBranch<A.Output, S>(engine)
            let b1 = LatestBranch<B.Output, S>(engine)
            engine.begin([a1, b1]) { (a1.value!, b1.value!) }
            a.receive(subscriber: a1)
            b.receive(subscriber: b1)
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {
    /// Whether the upstreams are equal.
    public static func == (left: Self, right: Self) -> Bool {
        (left.a, left.b) == (right.a, right.b)
    }
}

extension Publisher {
    /// Combines the newest values of this publisher and another. Begins when each has published.
    @inlinable
    public func combineLatest<B: Publisher>(_ b: B) -> Publishers.CombineLatest<Self, B>
    where B.Failure == Failure {
        Publishers.CombineLatest(self, b)
    }

    /// Combines the newest values of this publisher and another with a function.
    @inlinable
    public func combineLatest<B: Publisher, T>(
        _ b: B, _ transform: @escaping (Output, B.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, B>, T> where B.Failure == Failure {
        Publishers.CombineLatest(self, b).map { transform($0.0, $0.1) }
    }

    /// Combines the newest values of this publisher and another, once at the end of a turn however much changed in it.
    ///
    /// When several of them go back to one source, a change of the source gives one consistent combination, where
    /// publishing at once would give one for each, some of them half old.
    @inlinable
    public func combineLatest<B: Publisher, Context: Scheduler>(
        _ b: B, coalescedBy scheduler: Context
    ) -> Publishers.CombineLatest<Self, B> where B.Failure == Failure {
        Publishers.CombineLatest(
            a: self, b: b, later: { scheduler.schedule($0) })
    }
}

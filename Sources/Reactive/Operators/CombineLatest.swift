extension Publishers {
    /// Combines the newest values of two upstreams.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// A tuple with one value of each upstream.
        public typealias Output = (A.Output, B.Output)

        /// The failure of any upstream.
        public typealias Failure = A.Failure

        /// The first upstream.
        public let a: A

        /// The second upstream.
        public let b: B

        /// Runs an action at the end of the turn; `nil` to publish every change at once.
        @usableFromInline let later: Later?

        /// Makes the publisher from its upstreams.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
            later = nil
        }

        /// Makes a publisher that publishes changes at the end of the turn.
        @inlinable
        init(a: A, b: B, later: Later?) {
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
            engine.start {
                if $0 == .combine { return (a1.value!, b1.value!) }
                a1.stop()
                b1.stop()
                return nil
            }
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
    /// Combines the newest values of this publisher and another, once each has published.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.combineLatest(other)
    /// ```
    /// Marble: `1--2--|` and `-8--9|` → `-[1,8]-[2,8][2,9]-|`
    ///
    /// Demand: everything of each upstream, as only the newest value is kept.
    @inlinable
    public func combineLatest<B: Publisher>(_ b: B) -> Publishers.CombineLatest<Self, B>
    where B.Failure == Failure {
        Publishers.CombineLatest(self, b)
    }

    /// Combines the newest values of this publisher and another with a function.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.combineLatest(other) { $0 + $1 }
    /// ```
    /// Marble: `1--2--|` and `-3--4|` → `-4-56-|`
    ///
    /// Demand: everything of each upstream, as only the newest value is kept.
    @inlinable
    public func combineLatest<B: Publisher, T>(
        _ b: B, _ transform: @escaping (Output, B.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, B>, T> where B.Failure == Failure {
        Publishers.CombineLatest(self, b).map { transform($0.0, $0.1) }
    }

    /// Combines the newest values of this publisher and another, once at the end of a turn, regardless of the
    /// number of changes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.combineLatest(numbers.map { -$0 }, coalescedBy: clock)
    /// ```
    /// Marble: `1-2|` → `[1,-1]-[2,-2]|`
    ///
    /// If several upstreams derive from one source, a change of the source produces one consistent
    /// combination; without this, it would produce one per upstream, some with outdated values.
    ///
    /// Demand: everything of each upstream, as only the newest value is kept.
    @inlinable
    public func combineLatest<B: Publisher, Context: Scheduler>(
        _ b: B, coalescedBy scheduler: Context
    ) -> Publishers.CombineLatest<Self, B> where B.Failure == Failure {
        Publishers.CombineLatest(
            a: self, b: b, later: Later { scheduler.schedule($0) })
    }
}

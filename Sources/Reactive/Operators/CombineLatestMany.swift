extension Publishers {
    /// Combines the newest values of any number of upstreams of one type.
    public struct CombineLatestMany<Upstream: Publisher>: Publisher {
        /// The newest value of each upstream, in their order.
        public typealias Output = [Upstream.Output]

        /// The failure of any upstream.
        public typealias Failure = Upstream.Failure

        /// The upstreams.
        public let publishers: [Upstream]

        /// Runs an action at the end of the turn; `nil` to publish every change at once.
        private let later: Later?

        /// Makes the publisher from its upstreams; without upstreams it finishes at once.
        public init(_ publishers: some Swift.Sequence<Upstream>) {
            self.publishers = Array(publishers)
            later = nil
        }

        /// Makes a publisher that publishes changes at the end of the turn.
        public init(_ publishers: some Swift.Sequence<Upstream>, coalescedBy scheduler: some Scheduler) {
            self.publishers = Array(publishers)
            later = Later { scheduler.schedule($0) }
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = LatestEngine(subscriber, count: publishers.count, later: later)
            let branches = publishers.map { _ in LatestBranch<Upstream.Output, S>(engine) }
            engine.start {
                if $0 == .combine { return branches.map { $0.value! } }
                for branch in branches { branch.stop() }
                return nil
            }
            for (publisher, branch) in Swift.zip(publishers, branches) {
                publisher.receive(subscriber: branch)
            }
        }
    }
}

extension Sequence where Element: Publisher {
    /// Combines the newest values of all these publishers, once each has published.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = [numbers, other].combineLatest()
    /// ```
    /// Marble: `1--2|` and `-8|` → `-[1,8]-[2,8]|`
    ///
    /// Demand: everything of each upstream, as only the newest value is kept.
    public func combineLatest() -> Publishers.CombineLatestMany<Element> {
        Publishers.CombineLatestMany(self)
    }

    /// Merges the values of all these publishers.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = [numbers, other].merge()
    /// ```
    /// Marble: `1-2|` and `-8-9|` → `1829|`
    ///
    /// Demand: one value of each upstream, ahead of the demand; everything once the demand is unlimited.
    public func merge() -> Publishers.MergeMany<Element> { Publishers.MergeMany(self) }
}

extension Publishers {
    /// Combines the newest values of any number of upstreams of one type.
    public struct CombineLatestMany<Upstream: Publisher>: Publisher {
        /// What is published: the newest value of each upstream, in their order.
        public typealias Output = [Upstream.Output]

        /// How this publisher may fail: as soon as one of them does.
        public typealias Failure = Upstream.Failure

        /// The upstreams.
        public let publishers: [Upstream]

        /// Runs an action at the end of the turn; `nil` when every change is published at once.
        private let later: ((@escaping () -> Void) -> Void)?

        /// Makes the publisher of its upstreams; of none, it finishes at once.
        public init(_ publishers: some Swift.Sequence<Upstream>) {
            self.publishers = Array(publishers)
            later = nil
        }

        /// Makes the publisher of its upstreams, which publishes a change at the end of the turn.
        public init(_ publishers: some Swift.Sequence<Upstream>, coalescedBy scheduler: some Scheduler) {
            self.publishers = Array(publishers)
            later = { scheduler.schedule($0) }
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = LatestEngine(subscriber, count: publishers.count, later: later)
            let branches = publishers.map { _ in LatestBranch<Upstream.Output, S>(engine) }
            engine.begin(branches) { branches.map { $0.value! } }
            for (publisher, branch) in Swift.zip(publishers, branches) {
                publisher.receive(subscriber: branch)
            }
        }
    }
}

extension Sequence where Element: Publisher {
    /// Combines the newest values of all these publishers; begins when each has published.
    public func combineLatest() -> Publishers.CombineLatestMany<Element> {
        Publishers.CombineLatestMany(self)
    }

    /// Joins all these publishers, as their values come.
    public func merge() -> Publishers.MergeMany<Element> { Publishers.MergeMany(self) }
}

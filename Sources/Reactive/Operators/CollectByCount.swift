extension Publishers {
    /// Publishes the values in arrays of a fixed length; the last one may be shorter.
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        /// Arrays of the upstream's values.
        public typealias Output = [Upstream.Output]

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The length of an array.
        public let count: Int

        /// Makes the publisher that `collect(_:)` returns.
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "an array needs at least one value")
            self.upstream = upstream
            self.count = count
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: CollectByCountInner(to: subscriber, count: count))
        }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the values in arrays of `count`; the last one may be shorter.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.collect(2)
    /// ```
    /// Marble: `1-2-3|` → `--[1,2]--([3]|)`
    ///
    /// Demand: `count` values for each requested array.
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}

final class CollectByCountInner<Downstream: Subscriber, Element>: OwnSubscriber, CustomStringConvertible
where Downstream.Input == [Element] {
    private let downstream: Downstream
    private let count: Int
    private let link: CollectByCountLink

    @exclusivity(unchecked)
    private var elements: [Element] = []

    init(to downstream: Downstream, count: Int) {
        self.downstream = downstream
        self.count = count
        link = CollectByCountLink(count)
    }

    var description: String { "CollectByCount" }

    func receive(subscription: any Subscription) {
        if link.accept(subscription) { downstream.receive(subscription: link) }
    }

    func receive(_ input: Element) -> Subscribers.Demand {
        guard link.isLive else { return .none }
        elements.append(input)
        if elements.count < count { return .none }
        let full = elements
        elements = []
        return downstream.receive(full) * count
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard link.finish() else { return }
        let rest = elements
        elements = []
        if case .finished = completion, !rest.isEmpty {
            link.phase = .closing
            _ = downstream.receive(rest)
            guard link.phase == .closing else { return }
            link.phase = .over
        }
        downstream.receive(completion: completion)
    }
}

final class CollectByCountLink: Link {
    private let count: Int

    init(_ count: Int) {
        self.count = count
        super.init("CollectByCount")
    }

    override func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a request must be for at least one value")
        super.request(demand * count)
    }
}

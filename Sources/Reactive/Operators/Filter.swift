extension Publishers {
    /// Publishes the values that satisfy a condition.
    public struct Filter<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The condition.
        public let isIncluded: (Upstream.Output) -> Bool

        /// Makes the publisher that `filter(_:)` returns.
        @inlinable
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if Upstream.followsRules, S.needsNoCheck {
                upstream.receive(subscriber: FilterStep(downstream: subscriber, isIncluded: isIncluded))
            } else {
                upstream.receive(subscriber: FilterInner(downstream: subscriber, isIncluded: isIncluded))
            }
        }
    }
}

extension Publisher {
    /// Publishes the values that satisfy a condition.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.filter { $0 > 1 }
    /// ```
    /// Marble: `1-2-3|` → `--2-3|`
    ///
    /// Demand: passed on, and one more for each dropped value.
    @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }
}

extension Publishers.Filter {
    /// Publishes the values that satisfy both conditions, in one stage.
    @inlinable
    public func filter(_ isIncludedToo: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
        let first = isIncluded
        return Publishers.Filter(upstream: upstream) { first($0) && isIncludedToo($0) }
    }
}

@usableFromInline
struct FilterInner<Downstream: Subscriber>: OwnSubscriber, CustomStringConvertible {
    @usableFromInline let downstream: Downstream
    @usableFromInline let isIncluded: (Downstream.Input) -> Bool
    @usableFromInline let link = Link("Filter")

    @inlinable
    init(downstream: Downstream, isIncluded: @escaping (Downstream.Input) -> Bool) {
        self.downstream = downstream
        self.isIncluded = isIncluded
    }

    @usableFromInline var description: String { "Filter" }

    @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(link) }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.accept(subscription) { downstream.receive(subscription: link) }
    }

    @inlinable
    @inline(__always)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard link.isLive else { return .none }
        return isIncluded(input) ? downstream.receive(input) : .max(1)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if link.finish() { downstream.receive(completion: completion) }
    }
}

/// Passes the upstream's subscription on unchanged.
@usableFromInline
struct FilterStep<Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let downstream: Downstream
    @usableFromInline let isIncluded: (Downstream.Input) -> Bool

    @inlinable
    init(downstream: Downstream, isIncluded: @escaping (Downstream.Input) -> Bool) {
        self.downstream = downstream
        self.isIncluded = isIncluded
    }

    @inlinable static var ignoresLateSignals: Bool { true }

    @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    @inline(__always)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        isIncluded(input) ? downstream.receive(input) : .max(1)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }
}

extension Publishers.Filter: Orderly {}

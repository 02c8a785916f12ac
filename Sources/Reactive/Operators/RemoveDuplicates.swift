extension Publishers {
    /// Drops values that equal their predecessor.
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Whether a value is considered equal to its predecessor.
        public let predicate: (Output, Output) -> Bool

        /// Makes the publisher that `removeDuplicates(by:)` returns.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Output, Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.attach(subscriber, withoutDuplicatesBy: Predicate(predicate))
        }
    }

    /// Drops values that equal their predecessor.
    ///
    /// Unlike `RemoveDuplicates`, it calls no closure to compare them.
    public struct RemoveEqual<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes the publisher that `removeDuplicates()` returns.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.attach(subscriber, withoutDuplicatesBy: Equality())
        }
    }
}

extension Publisher where Output: Equatable {
    /// Drops values that equal their predecessor.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.removeDuplicates()
    /// ```
    /// Marble: `1-1-2|` → `1---2|`
    ///
    /// Demand: passed on, and one more for each dropped value.
    @inlinable
    public func removeDuplicates() -> Publishers.RemoveEqual<Self> { Publishers.RemoveEqual(upstream: self) }
}

extension Publisher {
    /// Drops values that a closure considers equal to their predecessor.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.removeDuplicates { $0 % 2 == $1 % 2 }
    /// ```
    /// Marble: `1-3-2|` → `1---2|`
    ///
    /// Demand: passed on, and one more for each dropped value.
    @inlinable
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }
}

/// The criterion by which a value is a duplicate of its predecessor.
@usableFromInline
protocol DuplicateCriterion<Value> {
    associatedtype Value

    /// Whether a value is considered equal to its predecessor.
    func isSame(_ last: Value, _ value: Value) -> Bool
}

/// Compares by a closure.
@usableFromInline
struct Predicate<Value>: DuplicateCriterion {
    @usableFromInline let predicate: (Value, Value) -> Bool

    @inlinable
    init(_ predicate: @escaping (Value, Value) -> Bool) { self.predicate = predicate }

    @inlinable
    func isSame(_ last: Value, _ value: Value) -> Bool { predicate(last, value) }
}

/// Compares by `==`.
@usableFromInline
struct Equality<Value: Equatable>: DuplicateCriterion {
    @inlinable
    init() {}

    @inlinable
    func isSame(_ last: Value, _ value: Value) -> Bool { last == value }
}

extension Publisher {
    /// Attaches a subscriber that receives no duplicates; without checks if it and this publisher follow the
    /// rules.
    @inlinable
    func attach<S: Subscriber>(
        _ subscriber: S, withoutDuplicatesBy comparison: some DuplicateCriterion<S.Input>
    )
    where S.Input == Output, S.Failure == Failure {
        if Self.followsRules, S.needsNoCheck {
            receive(subscriber: RemoveDuplicatesStep(to: subscriber, by: comparison))
        } else {
            receive(subscriber: RemoveDuplicatesInner(to: subscriber, by: comparison))
        }
    }
}

@usableFromInline
final class RemoveDuplicatesInner<Downstream: Subscriber, Criterion: DuplicateCriterion>: OwnSubscriber,
    CustomStringConvertible
where Criterion.Value == Downstream.Input {
    @usableFromInline let downstream: Downstream
    @usableFromInline let comparison: Criterion
    @usableFromInline let link = Link("RemoveDuplicates")

    @usableFromInline @exclusivity(unchecked)
    var last: Downstream.Input?

    @usableFromInline var description: String { "RemoveDuplicates" }

    @inlinable
    init(to downstream: Downstream, by comparison: Criterion) {
        self.downstream = downstream
        self.comparison = comparison
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.accept(subscription) { downstream.receive(subscription: link) }
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard link.isLive else { return .none }
        let before = last
        if let before, comparison.isSame(before, input) { return .max(1) }
        last = input
        return downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if link.finish() { downstream.receive(completion: completion) }
    }
}

/// The subscriber between an upstream and a downstream that follow the rules: it checks nothing, and passes
/// on the upstream's subscription.
@usableFromInline
final class RemoveDuplicatesStep<Downstream: Subscriber, Criterion: DuplicateCriterion>: OwnSubscriber
where Criterion.Value == Downstream.Input {
    @usableFromInline let downstream: Downstream
    @usableFromInline let comparison: Criterion

    @usableFromInline @exclusivity(unchecked)
    var last: Downstream.Input?

    @inlinable static var ignoresLateSignals: Bool { true }

    @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    init(to downstream: Downstream, by comparison: Criterion) {
        self.downstream = downstream
        self.comparison = comparison
    }

    @inlinable
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    @inline(__always)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        let before = last
        if let before, comparison.isSame(before, input) { return .max(1) }
        last = input
        return downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }
}

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
            if Upstream.followsRules, S.needsNoCheck {
                upstream.receive(subscriber: RemoveDuplicatesStep(to: subscriber, predicate: predicate))
            } else {
                upstream.receive(subscriber: RemoveDuplicatesInner(to: subscriber, predicate: predicate))
            }
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
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates(by: ==)
    }
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

@usableFromInline
final class RemoveDuplicatesInner<Downstream: Subscriber>: OwnSubscriber, CustomStringConvertible {
    @usableFromInline let downstream: Downstream
    @usableFromInline let predicate: (Downstream.Input, Downstream.Input) -> Bool
    @usableFromInline let link = Link("RemoveDuplicates")

    @usableFromInline @exclusivity(unchecked)
    var last: Downstream.Input?

    @usableFromInline var description: String { "RemoveDuplicates" }

    @inlinable
    init(to downstream: Downstream, predicate: @escaping (Downstream.Input, Downstream.Input) -> Bool) {
        self.downstream = downstream
        self.predicate = predicate
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.accept(subscription) { downstream.receive(subscription: link) }
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard link.isLive else { return .none }
        let before = last
        if let before, predicate(before, input) { return .max(1) }
        last = input
        return downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if link.finish() { downstream.receive(completion: completion) }
    }
}

/// The subscriber between an upstream and a downstream that follow the rules: it checks nothing, and passes on the
/// upstream's subscription.
@usableFromInline
final class RemoveDuplicatesStep<Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let downstream: Downstream
    @usableFromInline let predicate: (Downstream.Input, Downstream.Input) -> Bool

    @usableFromInline @exclusivity(unchecked)
    var last: Downstream.Input?

    @inlinable static var ignoresLateSignals: Bool { true }

    @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    @inlinable
    init(to downstream: Downstream, predicate: @escaping (Downstream.Input, Downstream.Input) -> Bool) {
        self.downstream = downstream
        self.predicate = predicate
    }

    @inlinable
    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    @inlinable
    @inline(__always)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        let before = last
        if let before, predicate(before, input) { return .max(1) }
        last = input
        return downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        downstream.receive(completion: completion)
    }
}

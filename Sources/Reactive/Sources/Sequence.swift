extension Publishers {
    /// Publishes the elements of a sequence and finishes.
    public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
        /// The elements.
        public typealias Output = Elements.Element

        /// The elements.
        public let sequence: Elements

        /// Makes the publisher of a sequence.
        @inlinable
        public init(sequence: Elements) { self.sequence = sequence }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let subscription = SequenceSubscription(to: subscriber, elements: sequence)
            if subscription.isEmpty { return Empty<Output, Failure>().receive(subscriber: subscriber) }
            subscriber.receive(subscription: subscription)
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Sequence {
    /// A publisher of the elements; each subscriber receives all of them.
    @inlinable
    public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

/// Delivers elements as they are requested, in a loop: a request during a delivery does not recurse.
@usableFromInline
final class SequenceSubscription<Downstream: Subscriber, Elements: Sequence>: SubscriptionCore
where Elements.Element == Downstream.Input {
    @usableFromInline @exclusivity(unchecked)
    var outlet: Outlet<Downstream>?

    @usableFromInline @exclusivity(unchecked)
    var iterator: Elements.Iterator

    /// The next element; the completion follows the last one at once.
    @usableFromInline @exclusivity(unchecked)
    var next: Downstream.Input?

    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    @usableFromInline @exclusivity(unchecked)
    var isDelivering = false

    @usableFromInline let sequence: Elements

    @inlinable
    init(to downstream: Downstream, elements: Elements) {
        outlet = Outlet(downstream)
        sequence = elements
        iterator = elements.makeIterator()
        next = iterator.next()
    }

    @usableFromInline override var description: String { String(describing: sequence) }

    @inlinable var isEmpty: Bool { next == nil }

    @inlinable
    override func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        demand += more
        if isDelivering { return }
        isDelivering = true
        while demand > .none, let outlet, let element = next {
            demand -= 1
            next = iterator.next()
            let more = outlet.downstream.receive(element)
            if more != .none { demand += more }
        }
        isDelivering = false
        if next == nil { finish() }
    }

    @inlinable
    func finish() {
        let ended = take(&outlet)
        ended?.downstream.receive(completion: .finished)
    }

    @inlinable
    override func cancel() {
        let dropped = (outlet, next)
        outlet = nil
        next = nil
        withExtendedLifetime(dropped) {}
    }
}

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
            let rest = SequenceRest(sequence)
            if rest.next == nil { return Empty<Output, Failure>().receive(subscriber: subscriber) }
            subscriber.receive(subscription: SequenceSubscription(rest, to: subscriber))
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
///
/// It has no type parameter: its loop is a closure, created and specialised where the types are known, and
/// released at completion and cancellation with the elements.
@usableFromInline
final class SequenceSubscription: SubscriptionCore {
    /// Delivers elements while there is demand, then the completion; `nil` after the end.
    @usableFromInline @exclusivity(unchecked)
    var deliver: ((SequenceSubscription) -> Void)?

    /// The remaining demand; none after the end, which stops the loop.
    @usableFromInline @exclusivity(unchecked)
    var demand = Subscribers.Demand.none

    @exclusivity(unchecked)
    private var isDelivering = false

    @exclusivity(unchecked)
    private var name: (() -> String)?

    @usableFromInline override var description: String { name?() ?? "Sequence" }

    @inlinable
    convenience init<S: Subscriber, Elements: Sequence>(_ rest: SequenceRest<Elements>, to subscriber: S)
    where S.Input == Elements.Element {
        self.init { subscription in
            while subscription.demand > .none, let element = rest.next {
                subscription.demand -= 1
                rest.next = rest.iterator.next()
                let more = subscriber.receive(element)
                if more != .none { subscription.add(more) }
            }
            if rest.next == nil, subscription.close() { subscriber.receive(completion: .finished) }
        } describedBy: {
            String(describing: rest.sequence)
        }
    }

    @usableFromInline
    init(_ deliver: @escaping (SequenceSubscription) -> Void, describedBy name: @escaping () -> String) {
        self.deliver = deliver
        self.name = name
    }

    @usableFromInline
    override func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        add(more)
        guard !isDelivering, let deliver else { return }
        isDelivering = true
        deliver(self)
        isDelivering = false
    }

    /// Adds demand, unless the subscription has ended.
    @usableFromInline
    func add(_ more: Subscribers.Demand) {
        if deliver != nil { demand += more }
    }

    /// Releases the elements; returns `false` if the subscription had ended before.
    @usableFromInline
    func close() -> Bool {
        if deliver == nil { return false }
        demand = .none
        name = nil
        deliver = nil
        return true
    }

    @usableFromInline
    override func cancel() { _ = close() }
}

/// The elements that were not delivered yet.
@usableFromInline
final class SequenceRest<Elements: Sequence> {
    @usableFromInline let sequence: Elements

    @usableFromInline @exclusivity(unchecked)
    var iterator: Elements.Iterator

    /// The next element; the completion follows the last one at once.
    @usableFromInline @exclusivity(unchecked)
    var next: Elements.Element?

    @inlinable
    init(_ sequence: Elements) {
        self.sequence = sequence
        iterator = sequence.makeIterator()
        next = iterator.next()
    }
}

extension Publishers.Sequence: Orderly {}

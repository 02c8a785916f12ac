extension Publishers {
    /// Publishes the upstream's values to all subscribers through one subject, once connected.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Makes the subject on first use.
        public let createSubject: () -> SubjectType

        private lazy var subject = createSubject()

        /// Makes the publisher that `multicast(_:)` returns.
        public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        /// Attaches a subscriber to the subject.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subject.receive(subscriber: MulticastInner(downstream: subscriber))
        }

        /// Subscribes the subject to the upstream; cancelling the result disconnects.
        public func connect() -> any Cancellable {
            upstream.subscribe(subject)
        }
    }
}

extension Publisher {
    /// Publishes to all subscribers through one subject, made on first use, once connected.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.multicast { PassthroughSubject() }.autoconnect()
    /// ```
    /// Marble: `1-2|` → `1-2|`
    ///
    /// Demand: everything.
    public func multicast<S: Subject>(
        _ createSubject: @escaping () -> S
    ) -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Publishes to all subscribers through a given subject, once connected.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.multicast(subject: PassthroughSubject()).autoconnect()
    /// ```
    /// Marble: `1-2|` → `1-2|`
    ///
    /// Demand: everything.
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where S.Output == Output, S.Failure == Failure {
        Publishers.Multicast(upstream: self) { subject }
    }
}

struct MulticastInner<Downstream: Subscriber>: OwnSubscriber {
    let downstream: Downstream
    let link = Link("Multicast")

    var combineIdentifier: CombineIdentifier { CombineIdentifier(link) }

    func receive(subscription: any Subscription) {
        if link.accept(subscription) { downstream.receive(subscription: link) }
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        link.isLive ? downstream.receive(input) : .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if link.finish() { downstream.receive(completion: completion) }
    }
}

extension Publishers {
    /// Publishes the upstream through one subject to all subscribers, once connected.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure {
        /// What is published: the upstream's values.
        public typealias Output = Upstream.Output

        /// How this publisher may fail: as its upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Makes the subject, when it is first needed.
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

        /// Subscribes the subject to the upstream; cancelling what is returned disconnects.
        public func connect() -> any Cancellable {
            upstream.subscribe(subject)
        }
    }
}

extension Publisher {
    /// Publishes through one subject, made when it is first needed, to all subscribers, once connected.
    public func multicast<S: Subject>(
        _ createSubject: @escaping () -> S
    ) -> Publishers.Multicast<Self, S> where S.Output == Output, S.Failure == Failure {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Publishes through a given subject to all subscribers, once connected.
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

/// The subscriber of the upstream that may fail.
@usableFromInline
final class CatchFirst<Downstream: Subscriber, Failure: Error>: OwnSubscriber {
    @usableFromInline let relay: Relay<Downstream>
    @usableFromInline let recover: (Failure, Relay<Downstream>) -> Void

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    @inlinable
    init(_ relay: Relay<Downstream>, recover: @escaping (Failure, Relay<Downstream>) -> Void) {
        self.relay = relay
        self.recover = recover
    }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        relay.attach(subscription)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        phase == .live ? relay.deliver(input) : .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard phase == .live, relay.isOpen else { return }
        phase = .over
        switch completion {
        case .finished:
            relay.complete(.finished)
        case .failure(let error):
            relay.detach()
            recover(error, relay)
        }
    }
}

/// The subscriber of the replacement publisher.
@usableFromInline
final class CatchSecond<Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let relay: Relay<Downstream>

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    @inlinable
    init(_ relay: Relay<Downstream>) { self.relay = relay }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        relay.attach(subscription)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        phase == .live ? relay.deliver(input) : .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        relay.complete(completion)
    }
}

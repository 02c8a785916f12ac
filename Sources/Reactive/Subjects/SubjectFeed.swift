/// Feeds a subject from an upstream.
@usableFromInline
final class SubjectFeed<S: Subject>: Cancellation, OwnSubscriber, Subscription, CustomStringConvertible {
    @exclusivity(unchecked)
    private var subject: S?

    @exclusivity(unchecked)
    private var upstream: SubscriptionCore?

    @exclusivity(unchecked)
    private var phase = Phase.waiting

    @usableFromInline
    init(_ subject: S) {
        self.subject = subject
        super.init()
    }

    @usableFromInline var description: String { "Subject" }

    @usableFromInline
    func receive(subscription: any Subscription) {
        guard phase == .waiting, let subject else { return subscription.cancel() }
        phase = .live
        upstream = subscription.core
        subject.send(subscription: self)
    }

    @usableFromInline
    func receive(_ input: S.Output) -> Subscribers.Demand {
        if phase == .live, let subject { subject.send(input) }
        return .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<S.Failure>) {
        guard phase == .live, let ended = subject else { return }
        finish()
        ended.send(completion: completion)
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }

    @usableFromInline
    override func cancel() { finish()?.cancel() }

    @discardableResult
    private func finish() -> SubscriptionCore? {
        phase = .over
        let fed = take(&subject)
        let ended = take(&upstream)
        withExtendedLifetime(fed) {}
        return ended
    }
}

/// Feeds a subject from an upstream.
@usableFromInline
final class SubjectFeed<S: Subject>: Subscriber, Subscription, Cancellation, CustomStringConvertible {
    @exclusivity(unchecked)
    private var subject: S?

    @exclusivity(unchecked)
    private var upstream: (any Subscription)?

    @exclusivity(unchecked)
    private var phase = Phase.waiting

    @usableFromInline
    init(_ subject: S) { self.subject = subject }

    @usableFromInline var description: String { "Subject" }

    @usableFromInline
    func receive(subscription: any Subscription) {
        guard phase == .waiting, let subject else { return subscription.cancel() }
        phase = .live
        upstream = subscription
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
    func cancel() { finish()?.cancel() }

    @discardableResult
    private func finish() -> (any Subscription)? {
        phase = .over
        let fed = subject
        subject = nil
        let ended = upstream
        upstream = nil
        withExtendedLifetime(fed) {}
        return ended
    }
}

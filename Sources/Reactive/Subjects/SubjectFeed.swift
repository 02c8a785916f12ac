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

extension Publisher {
    /// Attaches a subject, which republishes all values, until the returned object is released.
    @inlinable
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
    where S.Output == Output, S.Failure == Failure {
        let feed = SubjectFeed(subject)
        receive(subscriber: feed)
        return AnyCancellable(feed)
    }
}

extension AnySubscriber {
    /// Makes a subscriber that feeds a subject.
    public init<S: Subject>(_ subject: S) where S.Output == Input, S.Failure == Failure {
        self.init(SubjectFeed(subject))
    }
}

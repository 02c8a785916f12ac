extension Publishers {
    /// Publishes one publisher to its end, then another.
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
    where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
        /// What is published: the values of both.
        public typealias Output = Suffix.Output

        /// How this publisher may fail: as either.
        public typealias Failure = Suffix.Failure

        /// What comes first.
        public let prefix: Prefix

        /// What follows when the first has finished.
        public let suffix: Suffix

        /// Makes the publisher that `append(_:)` and `prepend(_:)` return.
        @inlinable
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let suffix = suffix
            let engine = ConcatenateEngine(subscriber) { suffix.receive(subscriber: CatchSecond($0)) }
            engine.isSubscribing = true
            prefix.receive(subscriber: ConcatenateFirst(engine))
            engine.isSubscribing = false
            engine.advance()
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

/// Goes on with the suffix when the prefix has finished: not from within the prefix's own subscribing, so that a
/// suffix that is a concatenation itself starts from where its forerunner started.
@usableFromInline
final class ConcatenateEngine<Downstream: Subscriber> {
    @usableFromInline let relay: Relay<Downstream>

    @exclusivity(unchecked)
    private var subscribeSuffix: ((Relay<Downstream>) -> Void)?

    @usableFromInline @exclusivity(unchecked)
    var isSubscribing = false

    @exclusivity(unchecked)
    private var isDue = false

    @usableFromInline
    init(_ downstream: Downstream, _ subscribeSuffix: @escaping (Relay<Downstream>) -> Void) {
        relay = Relay("Concatenate", downstream)
        self.subscribeSuffix = subscribeSuffix
    }

    @usableFromInline
    func prefixEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if case .failure = completion { return relay.end(completion) }
        relay.detach()
        isDue = true
        if !isSubscribing { advance() }
    }

    /// Subscribes to the suffix, if it is its turn.
    @usableFromInline
    func advance() {
        guard isDue, let subscribe = take(&subscribeSuffix) else { return }
        if relay.isOpen { subscribe(relay) }
    }
}

/// The subscriber of the prefix.
@usableFromInline
final class ConcatenateFirst<Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let engine: ConcatenateEngine<Downstream>

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    @inlinable
    init(_ engine: ConcatenateEngine<Downstream>) { self.engine = engine }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        engine.relay.attach(subscription)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        phase == .live ? engine.relay.deliver(input) : .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        engine.prefixEnded(completion)
    }
}

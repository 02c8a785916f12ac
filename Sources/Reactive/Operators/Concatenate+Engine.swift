/// Continues with the suffix after the prefix has finished, in a loop.
///
/// If this concatenation is the suffix of another, the other's loop continues with this one's suffix: a chain
/// of any length uses constant stack, and each value passes one stage.
@usableFromInline
final class ConcatenateEngine<Downstream: Subscriber> {
    @usableFromInline typealias Next = ErasedSubscriber<Downstream.Input, Downstream.Failure>

    @usableFromInline let relay: Relay<Downstream>

    /// Subscribes to the next part, once.
    @exclusivity(unchecked)
    private var suffix: ((Next) -> Void)?

    /// The outer chain, if the downstream is its last part; it continues with the suffix.
    private let outer: Tail<Downstream.Input, Downstream.Failure>?

    @exclusivity(unchecked)
    private var isDue = false

    @exclusivity(unchecked)
    private var isRunning = false

    @usableFromInline
    init(to downstream: Downstream, suffix: @escaping (Next) -> Void) {
        relay = Relay("Concatenate", to: downstream)
        outer = Downstream.self == Next.self ? (downstream as? Next)?.tail : nil
        self.suffix = suffix
    }

    /// Subscribes to the prefix, then to the remaining parts.
    @inlinable
    func begin<P: Publisher>(_ prefix: P)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        start()
        prefix.receive(subscriber: ConcatenatePart(self))
        run()
    }

    @usableFromInline
    func start() { isRunning = true }

    /// Subscribes to the remaining parts in a loop.
    @usableFromInline
    func run() {
        isRunning = true
        while isDue, relay.isOpen, let next = take(&suffix) {
            isDue = false
            if let outer { outer.goOn(next) } else { next(ConcatenatePart(self).last) }
        }
        isRunning = false
    }

    /// Continues with the suffix of the last part, which is a chain itself.
    fileprivate func goOn(_ next: @escaping (Next) -> Void) {
        relay.detach()
        suffix = next
        isDue = true
        if !isRunning { run() }
    }

    @usableFromInline
    func partEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard case .finished = completion, suffix != nil else { return relay.end(completion) }
        relay.detach()
        isDue = true
        if !isRunning { run() }
    }
}

/// The subscriber of one part.
@usableFromInline
final class ConcatenatePart<Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let engine: ConcatenateEngine<Downstream>

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    @inlinable
    init(_ engine: ConcatenateEngine<Downstream>) { self.engine = engine }

    /// The subscriber of the last part, which can be replaced by its own suffix.
    @usableFromInline var last: ErasedSubscriber<Downstream.Input, Downstream.Failure> {
        ErasedSubscriber(
            self,
            tail: Tail { [self] next in
                phase = .over
                engine.goOn(next)
            })
    }

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
        engine.partEnded(completion)
    }
}

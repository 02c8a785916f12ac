/// Goes on with the suffix when the prefix has finished, in a loop.
///
/// When this concatenation is itself the suffix of another, the other's loop goes on with it, and this one is out of
/// the way: a chain of any length takes no stack, and a value passes one stage.
@usableFromInline
final class ConcatenateEngine<Downstream: Subscriber> {
    @usableFromInline typealias Next = ErasedSubscriber<Downstream.Input, Downstream.Failure>

    @usableFromInline let relay: Relay<Downstream>

    /// What comes next, once.
    @exclusivity(unchecked)
    private var suffix: ((Next) -> Void)?

    /// The downstream is the last of another chain, which is to go on with the suffix.
    private let outer: Tail<Downstream.Input, Downstream.Failure>?

    @exclusivity(unchecked)
    private var isDue = false

    @exclusivity(unchecked)
    private var isRunning = false

    @usableFromInline
    init(_ downstream: Downstream, _ suffix: @escaping (Next) -> Void) {
        relay = Relay("Concatenate", downstream)
        outer = downstream._tail as? Tail<Downstream.Input, Downstream.Failure>
        self.suffix = suffix
    }

    /// Subscribes to the prefix, then to what is due.
    @inlinable
    func begin<P: Publisher>(_ prefix: P)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        start()
        prefix.receive(subscriber: ConcatenatePart(self))
        run()
    }

    @usableFromInline
    func start() { isRunning = true }

    /// Goes on with what is due, and with what that leads to.
    @usableFromInline
    func run() {
        isRunning = true
        while isDue, relay.isOpen, let next = take(&suffix) {
            isDue = false
            if let outer { outer.goOn(next) } else { next(ErasedSubscriber(ConcatenatePart(self))) }
        }
        isRunning = false
    }

    /// Whether a part follows the one that is being published.
    fileprivate var hasMore: Bool { suffix != nil }

    /// The last part is a chain itself: goes on with its suffix.
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

/// The way to go on for a chain that is the last part of another.
final class Tail<Input, Failure: Error> {
    let goOn: (@escaping (ErasedSubscriber<Input, Failure>) -> Void) -> Void

    init(_ goOn: @escaping (@escaping (ErasedSubscriber<Input, Failure>) -> Void) -> Void) {
        self.goOn = goOn
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

    /// Only the last part can be replaced by its own suffix.
    @usableFromInline var _tail: AnyObject? {
        if engine.hasMore { return nil }
        return Tail<Downstream.Input, Downstream.Failure> { [self] next in
            phase = .over
            engine.goOn(next)
        }
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

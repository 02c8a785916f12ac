/// Subscribes to the parts of a chain one after another, in a loop.
///
/// If a part is a chain itself, its parts take its place: a chain of any length, whichever way it was built,
/// uses constant stack, and each value passes one stage.
@usableFromInline
final class ConcatenateEngine<Downstream: Subscriber> {
    @usableFromInline typealias Next = ErasedSubscriber<Downstream.Input, Downstream.Failure>
    @usableFromInline typealias Chain = Tail<Downstream.Input, Downstream.Failure>

    @usableFromInline let relay: Relay<Downstream>

    /// Subscribes to the next part, once.
    @exclusivity(unchecked)
    private var next: ((Next) -> Void)?

    /// The parts after the next one, the last one first.
    @exclusivity(unchecked)
    private var later: [(Next) -> Void] = []

    @exclusivity(unchecked)
    private var isDue = false

    @exclusivity(unchecked)
    private var isRunning = false

    @usableFromInline
    init(to downstream: Downstream, suffix: @escaping (Next) -> Void) {
        relay = Relay("Concatenate", to: downstream)
        next = suffix
    }

    /// Returns the chain in which a subscriber has a place; `nil` if there is none.
    @inlinable
    static func chain(of downstream: Downstream) -> Chain? {
        Downstream.self == Next.self ? (downstream as? Next)?.tail : nil
    }

    /// Subscribes to the prefix, then to the remaining parts.
    @inlinable
    func start<P: Publisher>(_ prefix: P)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        start()
        let part = ConcatenatePart(self)
        if P.self == AnyPublisher<P.Output, P.Failure>.self {
            prefix.receive(subscriber: part.replaceable)
        } else {
            prefix.receive(subscriber: part)
        }
        run()
    }

    @usableFromInline
    func start() { isRunning = true }

    /// Subscribes to the remaining parts in a loop.
    @usableFromInline
    func run() {
        isRunning = true
        while isDue, relay.isOpen, let part = take(&next) {
            isDue = false
            next = later.popLast()
            part(ConcatenatePart(self).replaceable)
        }
        isRunning = false
    }

    /// Pushes the two parts of a part; the first one is next.
    fileprivate func push(_ first: @escaping (Next) -> Void, _ second: @escaping (Next) -> Void) {
        if let waiting = take(&next) { later.append(waiting) }
        later.append(second)
        next = first
        isDue = true
        if !isRunning { run() }
    }

    @usableFromInline
    func partEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard case .finished = completion, next != nil else { return relay.complete(completion) }
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

    /// This subscriber, which can be replaced by those of two parts.
    @usableFromInline var replaceable: ErasedSubscriber<Downstream.Input, Downstream.Failure> {
        ErasedSubscriber(
            self,
            tail: Tail { [self] first, second in
                phase = .over
                engine.push(first, second)
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

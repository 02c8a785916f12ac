/// Subscribes again and again, in a loop: an upstream that fails at once does not go deeper with each attempt.
@usableFromInline
final class RetryEngine<Downstream: Subscriber> {
    @usableFromInline let relay: Relay<Downstream>

    /// How many attempts are left; `nil` for no end.
    @exclusivity(unchecked)
    private var left: Int?

    /// How many attempts have failed.
    @usableFromInline @exclusivity(unchecked)
    var failures = 0

    /// Whether a value starts the count of failures over.
    @usableFromInline @exclusivity(unchecked)
    var resetsOnValue = false

    /// Lets time pass before an attempt; `nil` for none. Given how many failed and why the last did; false gives up.
    private let wait: ((Int, Downstream.Failure, @escaping () -> Void) -> (any Cancellable)?)?

    private let subscribe: (RetryAttempt<Downstream>) -> Void

    @exclusivity(unchecked)
    private var isSubscribing = false

    @exclusivity(unchecked)
    private var isDue = false

    @usableFromInline
    init(
        _ downstream: Downstream, _ left: Int?,
        wait: ((Int, Downstream.Failure, @escaping () -> Void) -> (any Cancellable)?)?,
        _ subscribe: @escaping (RetryAttempt<Downstream>) -> Void
    ) {
        relay = Relay("Retry", downstream)
        self.left = left
        self.wait = wait
        self.subscribe = subscribe
    }

    /// Subscribes, now or when the attempt that is just being made returns.
    @usableFromInline
    func attempt() {
        isDue = true
        if isSubscribing { return }
        isSubscribing = true
        while isDue, relay.isOpen {
            isDue = false
            subscribe(RetryAttempt(self))
        }
        isSubscribing = false
    }

    @usableFromInline
    func ended(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard case .failure(let error) = completion, left != 0 else { return relay.end(completion) }
        relay.detach()
        left = left.map { $0 - 1 }
        failures += 1
        guard let wait else { return attempt() }
        pause(wait, error)
    }

    /// Waits as the schedule says; the downstream can cancel the wait as it can an upstream.
    private func pause(
        _ wait: (Int, Downstream.Failure, @escaping () -> Void) -> (any Cancellable)?,
        _ error: Downstream.Failure
    ) {
        guard relay.isOpen else { return }
        let pause = RetryPause()
        relay.upstream = pause
        guard let timer = wait(failures, error, { if pause.finish() { self.next() } }) else {
            return relay.end(.failure(error))
        }
        pause.keep(timer)
    }

    private func next() {
        relay.detach()
        attempt()
    }
}

/// The subscriber of one attempt; what it sends after its end does not count.
@usableFromInline
final class RetryAttempt<Downstream: Subscriber>: OwnSubscriber {
    @usableFromInline let engine: RetryEngine<Downstream>

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    @usableFromInline
    init(_ engine: RetryEngine<Downstream>) { self.engine = engine }

    @usableFromInline
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        engine.relay.attach(subscription)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard phase == .live else { return .none }
        if engine.resetsOnValue { engine.failures = 0 }
        let more = engine.relay.deliver(input)
        if more > .none, phase == .live { engine.relay.upstream?.request(more) }
        return .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        engine.ended(completion)
    }
}

/// Stands for the upstream while there is none, between two attempts.
final class RetryPause: SubscriptionCore {
    @exclusivity(unchecked) private var timer: (any Cancellable)?
    @exclusivity(unchecked) private var isOver = false

    func keep(_ timer: any Cancellable) {
        if isOver { timer.cancel() } else { self.timer = timer }
    }

    /// Ends the wait; false when it is over already.
    func finish() -> Bool {
        if isOver { return false }
        cancel()
        return true
    }

    override func request(_ demand: Subscribers.Demand) {}

    override func cancel() {
        isOver = true
        take(&timer)?.cancel()
    }
}

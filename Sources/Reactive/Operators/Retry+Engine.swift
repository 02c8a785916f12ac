/// Subscribes again in a loop: an upstream that fails synchronously does not recurse with each attempt.
@usableFromInline
final class RetryEngine<Downstream: Subscriber> {
    @usableFromInline let relay: Relay<Downstream>

    /// The number of remaining attempts; `nil` for no limit.
    @exclusivity(unchecked)
    private var left: Int?

    /// The number of failed attempts.
    @usableFromInline @exclusivity(unchecked)
    var failures = 0

    /// Whether a value resets the count of failures.
    @usableFromInline @exclusivity(unchecked)
    var resetsOnValue = false

    /// Schedules the next attempt, given the number of failures and the last failure; `nil` for no delay. A
    /// result of `nil` gives up.
    private let wait: ((Int, Downstream.Failure, @escaping () -> Void) -> (any Cancellable)?)?

    private let subscribe: (RetryAttempt<Downstream>) -> Void

    @exclusivity(unchecked)
    private var isSubscribing = false

    @exclusivity(unchecked)
    private var isDue = false

    @usableFromInline
    init(
        to downstream: Downstream, left: Int?,
        wait: ((Int, Downstream.Failure, @escaping () -> Void) -> (any Cancellable)?)?,
        subscribe: @escaping (RetryAttempt<Downstream>) -> Void
    ) {
        relay = Relay("Retry", to: downstream)
        self.left = left
        self.wait = wait
        self.subscribe = subscribe
    }

    /// Subscribes, now or after the current attempt returns.
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
        guard case .failure(let error) = completion, left != 0 else { return relay.complete(completion) }
        relay.detach()
        left = left.map { $0 - 1 }
        failures += 1
        guard let wait else { return attempt() }
        pause(wait, after: error)
    }

    /// Waits according to the schedule; the downstream can cancel the wait like an upstream.
    private func pause(
        _ wait: (Int, Downstream.Failure, @escaping () -> Void) -> (any Cancellable)?,
        after error: Downstream.Failure
    ) {
        guard relay.isOpen else { return }
        let pause = RetryPause()
        relay.upstream = pause
        guard let timer = wait(failures, error, { if pause.finish() { self.next() } }) else {
            return relay.complete(.failure(error))
        }
        pause.keep(timer)
    }

    private func next() {
        relay.detach()
        attempt()
    }
}

/// The subscriber of one attempt; signals after its completion are ignored.
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
        return engine.relay.deliver(input)
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard phase == .live else { return }
        phase = .over
        engine.ended(completion)
    }
}

/// Represents the upstream between two attempts.
final class RetryPause: SubscriptionCore {
    @exclusivity(unchecked) private var timer: (any Cancellable)?
    @exclusivity(unchecked) private var isOver = false

    func keep(_ timer: any Cancellable) {
        if isOver { timer.cancel() } else { self.timer = timer }
    }

    /// Ends the wait; returns `false` if it has ended before.
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

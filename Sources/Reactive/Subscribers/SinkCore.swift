/// What `sink` subscribes: two closures that cannot change, so that calling them takes no reference count.
@usableFromInline
final class SinkCore<Input, Failure: Error>: Subscriber, Cancellation, CustomStringConvertible {
    @usableFromInline let receiveValue: (Input) -> Void
    @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

    @usableFromInline @exclusivity(unchecked)
    var subscription: (any Subscription)?

    /// Who owns this; told at the end, so that nothing is kept beyond it. Cleared before the owner dies.
    @usableFromInline @exclusivity(unchecked)
    unowned(unsafe) var owner: AnyCancellable?

    @usableFromInline @exclusivity(unchecked)
    var phase = Phase.waiting

    @inlinable
    init(
        _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        _ receiveValue: @escaping (Input) -> Void
    ) {
        self.receiveCompletion = receiveCompletion
        self.receiveValue = receiveValue
    }

    @usableFromInline var description: String { "Sink" }

    @inlinable
    func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        self.subscription = subscription
        subscription.request(.unlimited)
    }

    @inlinable
    func receive(_ value: Input) -> Subscribers.Demand {
        if phase != .over { receiveValue(value) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard phase != .over else { return }
        phase = .over
        let ended = subscription
        subscription = nil
        receiveCompletion(completion)
        owner?.release()
        withExtendedLifetime(ended) {}
    }

    @inlinable
    func cancel() {
        owner = nil
        guard phase != .over else { return }
        phase = .over
        let ended = subscription
        subscription = nil
        ended?.cancel()
    }
}

extension Publisher {
    /// Receives every value and the end, until the returned object is let go.
    @inlinable
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let core = SinkCore<Output, Failure>(receiveCompletion, receiveValue)
        let owner = AnyCancellable(owning: core)
        core.owner = owner
        receive(subscriber: core)
        return owner
    }
}

extension Publisher where Failure == Never {
    /// Receives every value, until the returned object is let go.
    @inlinable
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

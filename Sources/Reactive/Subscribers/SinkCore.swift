/// The part of a sink that does not depend on the type of its values: cancelling it needs no generic
/// metadata.
@usableFromInline
class SinkBase: Cancellation, CustomStringConvertible {
    @usableFromInline @exclusivity(unchecked)
    final var subscription: SubscriptionCore?

    /// The owner, which is notified at completion and then retains nothing. Cleared before the owner is
    /// released.
    @usableFromInline @exclusivity(unchecked)
    final unowned(unsafe) var owner: AnyCancellable?

    @usableFromInline @exclusivity(unchecked)
    final var phase = Phase.waiting

    @inlinable
    override init() { super.init() }

    @usableFromInline final var description: String { "Sink" }

    @inlinable
    final func receive(subscription: any Subscription) {
        guard phase == .waiting else { return subscription.cancel() }
        phase = .live
        self.subscription = subscription.core
        subscription.request(.unlimited)
    }

    @usableFromInline
    final override func cancel() {
        owner = nil
        guard phase != .over else { return }
        phase = .over
        take(&subscription)?.cancel()
    }
}

/// The subscriber that `sink` attaches: two constant closures, so that calling them needs no reference count.
@usableFromInline
final class SinkCore<Input, Failure: Error>: SinkBase, OwnSubscriber {
    @inlinable static var isClosing: Bool { true }

    @usableFromInline let receiveValue: (Input) -> Void
    @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

    @inlinable
    init(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Input) -> Void
    ) {
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
        super.init()
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
        let ended = take(&subscription)
        receiveCompletion(completion)
        owner?.release()
        withExtendedLifetime(ended) {}
    }
}

extension Publisher {
    /// Receives all values and the completion, until the returned object is released.
    @inlinable
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let core = SinkCore<Output, Failure>(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        let owner = AnyCancellable(owning: core)
        core.owner = owner
        receive(subscriber: core)
        return owner
    }
}

extension Publisher where Failure == Never {
    /// Receives all values, until the returned object is released.
    @inlinable
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

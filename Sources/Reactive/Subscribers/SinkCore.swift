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

/// The subscriber that `sink` attaches. Its closure is constant, so that calling it needs no reference count.
@usableFromInline
class SinkCore<Input, Failure: Error>: SinkBase, OwnSubscriber {
    @inlinable static var ignoresLateSignals: Bool { true }

    @usableFromInline final let receiveValue: (Input) -> Void

    @inlinable
    init(receiveValue: @escaping (Input) -> Void) {
        self.receiveValue = receiveValue
        super.init()
    }

    @inlinable
    @inline(__always)
    final func receive(_ value: Input) -> Subscribers.Demand {
        if phase != .over { receiveValue(value) }
        return .none
    }

    @inlinable
    final func receive(completion: Subscribers.Completion<Failure>) {
        guard phase != .over else { return }
        phase = .over
        let ended = take(&subscription)
        complete(completion)
        owner?.release()
        withExtendedLifetime(ended) {}
    }

    /// Passes the completion on, if there is a closure for it.
    @usableFromInline
    func complete(_ completion: Subscribers.Completion<Failure>) {}
}

/// A sink that also has a closure for the completion.
@usableFromInline
final class EndingSinkCore<Input, Failure: Error>: SinkCore<Input, Failure> {
    @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void

    @inlinable
    init(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Input) -> Void
    ) {
        self.receiveCompletion = receiveCompletion
        super.init(receiveValue: receiveValue)
    }

    @usableFromInline
    override func complete(_ completion: Subscribers.Completion<Failure>) { receiveCompletion(completion) }
}

extension Publisher {
    /// Receives all values and the completion, until the returned object is released.
    @inlinable
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        attach(EndingSinkCore(receiveCompletion: receiveCompletion, receiveValue: receiveValue))
    }

    /// Attaches a sink and returns its owner.
    @inlinable
    func attach(_ core: SinkCore<Output, Failure>) -> AnyCancellable {
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
        attach(SinkCore(receiveValue: receiveValue))
    }
}

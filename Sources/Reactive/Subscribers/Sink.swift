extension Subscribers {
    /// Wants everything and hands it to two closures.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
        /// What is done with each value.
        public let receiveValue: (Input) -> Void

        /// What is done at the end.
        public let receiveCompletion: (Completion<Failure>) -> Void

        @usableFromInline @exclusivity(unchecked)
        var subscription: (any Subscription)?

        @usableFromInline @exclusivity(unchecked)
        var phase = Phase.waiting

        /// Who owns this sink; told at the end, so that nothing is kept beyond it. Cleared before the owner dies.
        @usableFromInline @exclusivity(unchecked)
        unowned(unsafe) var owner: AnyCancellable?

        /// Makes a sink of what is to be done at the end and with each value.
        @inlinable
        public init(
            receiveCompletion: @escaping (Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            self.receiveCompletion = receiveCompletion
            self.receiveValue = receiveValue
        }

        /// The name of the type.
        public var description: String { "Sink" }

        @inlinable
        public func receive(subscription: any Subscription) {
            guard phase == .waiting else { return subscription.cancel() }
            phase = .live
            self.subscription = subscription
            subscription.request(.unlimited)
        }

        @inlinable
        public func receive(_ value: Input) -> Demand {
            if phase == .live { receiveValue(value) }
            return .none
        }

        @inlinable
        public func receive(completion: Completion<Failure>) {
            guard phase == .live else { return }
            phase = .over
            let ended = subscription
            subscription = nil
            receiveCompletion(completion)
            owner?.release()
            withExtendedLifetime(ended) {}
        }

        /// Cancels the subscription; nothing is received afterwards.
        @inlinable
        public func cancel() {
            owner = nil
            guard phase != .over else { return }
            phase = .over
            let ended = subscription
            subscription = nil
            ended?.cancel()
        }
    }
}

extension Subscribers.Sink: Cancellation {}

extension Publisher {
    /// Receives every value and the end, until the returned object is let go.
    @inlinable
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(
            receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        let owner = AnyCancellable(owning: sink)
        sink.owner = owner
        subscribe(sink)
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

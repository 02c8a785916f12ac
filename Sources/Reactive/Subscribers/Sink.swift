extension Subscribers {
    /// Wants everything and hands it to two closures, which are let go at the end.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
        @exclusivity(unchecked)
        private var core: SinkCore<Input, Failure>?

        /// Makes a sink of what is to be done at the end and with each value.
        public init(
            receiveCompletion: @escaping (Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            core = SinkCore(receiveCompletion, receiveValue)
        }

        /// What is done with each value; nothing after the end.
        public var receiveValue: (Input) -> Void { core?.receiveValue ?? { _ in } }

        /// What is done at the end; nothing after the end.
        public var receiveCompletion: (Completion<Failure>) -> Void { core?.receiveCompletion ?? { _ in } }

        /// It does: nothing is held beyond the end.
        public var _dropsSubscription: Bool { true }

        /// The name of the type.
        public var description: String { "Sink" }

        /// Takes the subscription and requests everything; a second one is cancelled.
        public func receive(subscription: any Subscription) {
            guard let core else { return subscription.cancel() }
            core.receive(subscription: subscription)
        }

        /// Takes a value.
        public func receive(_ value: Input) -> Demand {
            core?.receive(value) ?? .none
        }

        /// Takes the end; nothing is received afterwards.
        public func receive(completion: Completion<Failure>) {
            let ended = take(&core)
            ended?.receive(completion: completion)
        }

        /// Cancels the subscription; nothing is received afterwards.
        public func cancel() {
            take(&core)?.cancel()
        }
    }
}

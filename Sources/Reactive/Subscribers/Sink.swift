extension Subscribers {
    /// Requests everything and passes it to two closures, which are released at completion.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
        @exclusivity(unchecked)
        private var core: EndingSinkCore<Input, Failure>?

        /// Makes a sink from closures for the completion and for each value.
        public init(
            receiveCompletion: @escaping (Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            core = EndingSinkCore(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        }

        /// The closure for each value; does nothing after completion.
        public var receiveValue: (Input) -> Void { core?.receiveValue ?? { _ in } }

        /// The closure for the completion; does nothing after completion.
        public var receiveCompletion: (Completion<Failure>) -> Void { core?.receiveCompletion ?? { _ in } }

        /// The name of the type.
        public var description: String { "Sink" }

        /// Receives the subscription and requests everything; cancels a second one.
        public func receive(subscription: any Subscription) {
            guard let core else { return subscription.cancel() }
            core.receive(subscription: subscription)
        }

        /// Receives a value.
        public func receive(_ value: Input) -> Demand {
            core?.receive(value) ?? .none
        }

        /// Receives the completion; nothing is received afterwards.
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

extension Subscribers.Sink: OwnSubscriber {}

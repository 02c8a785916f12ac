extension Subscribers {
    /// Requests everything and assigns each value to a property of an object, which it retains until
    /// completion.
    public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible {
        /// It cannot receive a failure.
        public typealias Failure = Never

        /// The object with the property; `nil` after completion.
        @exclusivity(unchecked)
        public private(set) var object: Root?

        /// The property.
        public let keyPath: ReferenceWritableKeyPath<Root, Input>

        @exclusivity(unchecked)
        private var subscription: SubscriptionCore?

        @exclusivity(unchecked)
        private var phase = Phase.waiting

        /// Makes a subscriber that assigns to a property of an object.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            self.object = object
            self.keyPath = keyPath
        }

        /// The name of the type.
        public var description: String { "Assign \(Root.self)." }

        /// Receives the subscription and requests everything; cancels a second one.
        public func receive(subscription: any Subscription) {
            guard phase == .waiting else { return subscription.cancel() }
            phase = .live
            self.subscription = subscription.core
            subscription.request(.unlimited)
        }

        /// Assigns a value to the property.
        public func receive(_ value: Input) -> Demand {
            if phase == .live, let object { object[keyPath: keyPath] = value }
            return .none
        }

        /// Releases the object.
        public func receive(completion: Completion<Never>) {
            withExtendedLifetime(finish()) {}
        }

        /// Cancels the subscription and releases the object.
        public func cancel() {
            finish()?.cancel()
        }

        private func finish() -> SubscriptionCore? {
            phase = .over
            let ended = take(&subscription)
            let released = take(&object)
            withExtendedLifetime(released) {}
            return ended
        }
    }
}

extension Subscribers.Assign: OwnSubscriber {}

extension Publisher where Failure == Never {
    /// Assigns every value to a property of an object, which is retained until completion or until the
    /// returned object is released.
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(assign)
        return AnyCancellable(assign)
    }
}

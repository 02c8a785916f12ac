extension Subscribers {
    /// Wants everything and writes each value to a property of an object, which it holds until the end.
    public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible {
        /// It cannot receive a failure.
        public typealias Failure = Never

        /// Whose property is written; `nil` after the end.
        @exclusivity(unchecked)
        public private(set) var object: Root?

        /// The property.
        public let keyPath: ReferenceWritableKeyPath<Root, Input>

        @exclusivity(unchecked)
        private var subscription: SubscriptionCore?

        @exclusivity(unchecked)
        private var phase = Phase.waiting

        /// Makes a subscriber that writes to a property of an object.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            self.object = object
            self.keyPath = keyPath
        }

        /// It does: nothing is held beyond the end.
        public var _dropsSubscription: Bool { true }

        /// The name of the type.
        public var description: String { "Assign \(Root.self)." }

        /// Takes the subscription and requests everything; a second one is cancelled.
        public func receive(subscription: any Subscription) {
            guard phase == .waiting else { return subscription.cancel() }
            phase = .live
            self.subscription = subscription.core
            subscription.request(.unlimited)
        }

        /// Writes a value to the property.
        public func receive(_ value: Input) -> Demand {
            if phase == .live, let object { object[keyPath: keyPath] = value }
            return .none
        }

        /// Lets go of the object.
        public func receive(completion: Completion<Never>) {
            withExtendedLifetime(finish()) {}
        }

        /// Cancels the subscription and lets go of the object.
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

extension Publisher where Failure == Never {
    /// Writes every value to a property of an object, which is held until the end or the returned object is let go.
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
    ) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(assign)
        return AnyCancellable(assign)
    }
}

extension Optional {
    /// Publishes the value, if there is one, and finishes.
    public struct Publisher: Reactive.Publisher {
        /// The value.
        public typealias Output = Wrapped

        /// It cannot fail.
        public typealias Failure = Never

        /// The value.
        public let output: Wrapped?

        /// Makes a publisher of an optional value.
        public init(_ output: Wrapped?) { self.output = output }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Wrapped, S.Failure == Never {
            guard let output else { return Empty<Wrapped, Never>().receive(subscriber: subscriber) }
            subscriber.receive(subscription: SingleValue("Optional", value: output, to: subscriber))
        }
    }

    /// A publisher of the value, if there is one.
    public var publisher: Publisher { Publisher(self) }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}

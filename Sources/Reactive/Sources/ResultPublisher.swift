extension Result {
    /// Publishes a success and finishes, or fails.
    public struct Publisher: Reactive.Publisher {
        /// The success value.
        public typealias Output = Success

        /// The result.
        public let result: Result

        /// Makes a publisher of a result.
        public init(_ result: Result) { self.result = result }

        /// Makes a publisher of a success.
        public init(_ output: Output) { result = .success(output) }

        /// Makes a publisher of a failure.
        public init(_ failure: Failure) { result = .failure(failure) }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Success, S.Failure == Failure {
            switch result {
            case .success(let value):
                subscriber.receive(subscription: SingleValue("Once", value: value, to: subscriber))
            case .failure(let error):
                subscriber.receive(subscription: Subscriptions.empty)
                subscriber.receive(completion: .failure(error))
            }
        }
    }

    /// A publisher of this result.
    public var publisher: Publisher { Publisher(self) }
}

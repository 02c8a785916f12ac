extension Publishers {
    /// Publishes one publisher to its end, then another.
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
    where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
        /// The values of both publishers.
        public typealias Output = Suffix.Output

        /// The failure of either publisher.
        public typealias Failure = Suffix.Failure

        /// The first publisher.
        public let prefix: Prefix

        /// The publisher that follows after the first has finished.
        public let suffix: Suffix

        /// Makes the publisher that `append(_:)` and `prepend(_:)` return.
        @inlinable
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (prefix, suffix) = (prefix, suffix)
            if let chain = ConcatenateEngine<S>.chain(of: subscriber) {
                return chain.replace(
                    { prefix.receive(subscriber: $0) }, { suffix.receive(subscriber: $0) })
            }
            ConcatenateEngine(to: subscriber) { suffix.receive(subscriber: $0) }.start(prefix)
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

extension AnyPublisher {
    /// Wraps two consecutive publishers; a chain of any length is released with constant stack.
    @inlinable
    public init<Prefix: Publisher, Suffix: Publisher>(_ chain: Publishers.Concatenate<Prefix, Suffix>)
    where Prefix.Output == Output, Prefix.Failure == Failure, Suffix.Output == Output {
        let link = ChainLink(chain)
        attach = { link.content.receive(subscriber: $0) }
    }
}

extension Publishers.Concatenate {
    /// Erases the type of the chain, for a property or a result.
    @inlinable
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
        AnyPublisher(self)
    }
}

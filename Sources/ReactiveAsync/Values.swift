public import Reactive

extension Publisher {
    /// The values of this publisher as an asynchronous sequence.
    ///
    /// ```swift
    /// for await time in clock.timer(every: .seconds(1)).prefix(3).values { print(time) }
    /// ```
    public var values: Values<Self> { Values(self) }
}

/// The values of a publisher, for `for await` on the publisher's own actor.
///
/// Each iteration subscribes, and requests one value at a time: a subject's values between two requests are
/// missed, unless `buffer` keeps them. A failure is thrown. Leaving the loop or cancelling its task cancels
/// the subscription.
public struct Values<Upstream: Publisher>: AsyncSequence {
    /// A value of the publisher.
    public typealias Element = Upstream.Output
    /// The failure of the publisher; with `Never`, nothing is thrown.
    public typealias Failure = Upstream.Failure

    private let upstream: Upstream

    init(_ upstream: Upstream) { self.upstream = upstream }

    /// Subscribes to the publisher, without demand.
    public func makeAsyncIterator() -> Iterator { Iterator(upstream) }

    /// Receives the values one by one; its release cancels the subscription.
    public struct Iterator: AsyncIteratorProtocol {
        private let subscriber = ValueSubscriber<Element, Failure>()
        private let owner: AnyCancellable

        init(_ upstream: Upstream) {
            owner = AnyCancellable(subscriber)
            upstream.subscribe(subscriber)
        }

        /// Requests the next value and waits for it; returns `nil` after the last one, and if the task is
        /// cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(Failure) -> Element? {
            try await subscriber.next(isolation: actor)
        }

        /// Requests the next value and waits for it; returns `nil` after the last one, and if the task is
        /// cancelled.
        public mutating func next() async throws(Failure) -> Element? {
            try await subscriber.next(isolation: #isolation)
        }
    }
}

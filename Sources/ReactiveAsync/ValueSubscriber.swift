import Reactive

/// Receives one value for each request of a task; belongs to the actor of the publisher.
final class ValueSubscriber<Input, Failure: Error>: Subscriber, Cancellable {
    private var subscription: (any Subscription)?
    /// The value that the task has not received yet.
    private var value: Input?
    private var completion: Subscribers.Completion<Failure>?
    private let wait = CancellableWait()

    func receive(subscription: any Subscription) {
        guard self.subscription == nil, completion == nil else { return subscription.cancel() }
        self.subscription = subscription
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        value = input
        wait.resume()
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        subscription = nil
        self.completion = completion
        wait.resume()
    }

    func cancel() {
        let ended = subscription
        subscription = nil
        completion = completion ?? .finished
        ended?.cancel()
    }

    /// Requests a value and waits for it.
    ///
    /// - Returns: `nil` after the last value, and if the task is cancelled.
    /// - Throws: The failure of the publisher, once.
    func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Input? {
        if Task.isCancelled { cancel() }
        subscription?.request(.max(1))
        while value == nil, completion == nil {
            await wait.untilEnd(isolation: actor)
            if wait.isCancelled { cancel() }
        }
        if let received = value {
            value = nil
            return received
        }
        guard case .failure(let error) = completion else { return nil }
        completion = .finished
        throw error
    }
}

import Reactive

/// A manually driven upstream that violates rules on request.
final class Upstream: Publisher {
    typealias Output = Int
    typealias Failure = TestError

    /// The requests and cancellations of a subscriber.
    final class Probe: Subscription {
        var requested = Subscribers.Demand.none
        var requests = 0
        var cancels = 0

        func request(_ demand: Subscribers.Demand) {
            requested += demand
            requests += 1
        }

        func cancel() { cancels += 1 }
    }

    let probe = Probe()
    private(set) var subscriber: AnySubscriber<Int, TestError>?

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
        self.subscriber = AnySubscriber(subscriber)
        subscriber.receive(subscription: probe)
    }

    /// Releases the subscriber, which it would otherwise retain for ever: one of its violations.
    func letGo() { subscriber = nil }

    @discardableResult
    func send(_ value: Int) -> Subscribers.Demand { subscriber?.receive(value) ?? .none }

    func send(completion: Subscribers.Completion<TestError>) { subscriber?.receive(completion: completion) }

    func send(subscription: any Subscription) { subscriber?.receive(subscription: subscription) }
}

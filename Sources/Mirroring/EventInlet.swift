import Reactive
import Varlink

/// Receives the events of one subscription, on demand.
final class EventInlet: Subscriber {
    private let take: (Reply) -> Void
    private let finish: (VarlinkError?) -> Void
    private var subscription: (any Subscription)?
    private var isReceiving = false
    /// The demand that arose while an event was being passed on.
    private var owed = Subscribers.Demand.none

    init(_ take: @escaping (Reply) -> Void, end: @escaping (VarlinkError?) -> Void) {
        self.take = take
        finish = end
    }

    func receive(subscription: any Subscription) { self.subscription = subscription }

    func receive(_ reply: Reply) -> Subscribers.Demand {
        isReceiving = true
        take(reply)
        isReceiving = false
        defer { owed = .none }
        return owed
    }

    func receive(completion: Subscribers.Completion<VarlinkError>) {
        guard subscription.take() != nil else { return }
        switch completion {
        case .finished: finish(nil)
        case .failure(let error): finish(error)
        }
    }

    /// Requests further events.
    func request(_ demand: Subscribers.Demand) {
        if isReceiving { owed += demand } else { subscription?.request(demand) }
    }

    /// Ends the subscription.
    func cancel() { subscription.take()?.cancel() }
}

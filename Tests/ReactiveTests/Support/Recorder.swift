import Reactive

/// An event at a subscriber.
enum Event: Equatable {
    case subscription
    case value(Int)
    case finished
    case failed(TestError)
}

/// Records the events that it receives, and requests values as configured.
final class Recorder: Subscriber {
    private(set) var events: [Event] = []
    var subscription: (any Subscription)?
    var initial: Subscribers.Demand
    var onValue: (Recorder, Int) -> Subscribers.Demand = { _, _ in .none }

    init(_ initial: Subscribers.Demand = .unlimited) { self.initial = initial }

    var values: [Int] {
        events.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    var isOver: Bool {
        events.contains {
            switch $0 {
            case .finished, .failed: true
            default: false
            }
        }
    }

    func receive(subscription: any Subscription) {
        events.append(.subscription)
        self.subscription = subscription
        if initial > .none { subscription.request(initial) }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        events.append(.value(input))
        return onValue(self, input)
    }

    func receive(completion: Subscribers.Completion<TestError>) {
        subscription = nil
        switch completion {
        case .finished: events.append(.finished)
        case .failure(let error): events.append(.failed(error))
        }
    }
}

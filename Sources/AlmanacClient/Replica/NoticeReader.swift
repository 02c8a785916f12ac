import Reactive

/// Receives the notices of a subscription as fast as they are processed.
final class NoticeReader: Subscriber {
    /// The number of notices that are read ahead.
    private static let ahead = 256

    private let receive: (SubscriptionNotice) -> Void
    private let end: (AlmanacError?) -> Void
    private var subscription: (any Subscription)?
    /// The notices that were received and not replaced by further demand.
    private var owed = 0
    private var isReceiving = false
    /// Whether further notices are read.
    var isOpen = true {
        didSet { if isOpen { requestOwed() } }
    }

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - receive: Called with each notice.
    ///   - end: Called when the daemon refuses the subscription.
    init(receive: @escaping (SubscriptionNotice) -> Void, end: @escaping (AlmanacError?) -> Void) {
        self.receive = receive
        self.end = end
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(.max(NoticeReader.ahead))
    }

    func receive(_ notice: SubscriptionNotice) -> Subscribers.Demand {
        isReceiving = true
        owed += 1
        receive(notice)
        isReceiving = false
        guard isOpen, subscription != nil else { return .none }
        defer { owed = 0 }
        return .max(owed)
    }

    func receive(completion: Subscribers.Completion<AlmanacError>) {
        guard subscription.take() != nil else { return }
        if case .failure(let error) = completion { end(error) } else { end(nil) }
    }

    /// Ends the subscription.
    func cancel() { subscription.take()?.cancel() }

    private func requestOwed() {
        guard !isReceiving, owed > 0 else { return }
        let count = owed
        owed = 0
        subscription?.request(.max(count))
    }
}

package import Reactive

/// A subscriber that receives the replies of one call, on demand.
///
/// Demand that is requested while a reply is being received counts once that reply has been received.
package final class ReplyInlet: Subscriber {
    private let take: (Reply) -> Void
    private let finish: (VarlinkError?) -> Void
    private var subscription: (any Subscription)?
    private var isReceiving = false
    /// The demand that was requested while a reply was being received.
    private var owed = Subscribers.Demand.none

    /// Creates a subscriber.
    ///
    /// - Parameters:
    ///   - take: Receives each reply.
    ///   - end: Receives the error that ended the call, or `nil` after its last reply; not called after
    ///     `cancel`.
    package init(_ take: @escaping (Reply) -> Void, end: @escaping (VarlinkError?) -> Void) {
        self.take = take
        finish = end
    }

    /// Starts receiving; nothing arrives without demand.
    package func receive(subscription: any Subscription) { self.subscription = subscription }

    /// Passes a reply on.
    ///
    /// - Returns: The demand that was requested meanwhile.
    package func receive(_ reply: Reply) -> Subscribers.Demand {
        isReceiving = true
        take(reply)
        isReceiving = false
        defer { owed = .none }
        return owed
    }

    /// Passes the end of the call on.
    package func receive(completion: Subscribers.Completion<VarlinkError>) {
        guard subscription.take() != nil else { return }
        switch completion {
        case .finished: finish(nil)
        case .failure(let error): finish(error)
        }
    }

    /// Requests further replies.
    package func request(_ demand: Subscribers.Demand) {
        if isReceiving { owed += demand } else { subscription?.request(demand) }
    }

    /// Ends the call.
    package func cancel() { subscription.take()?.cancel() }
}

import Reactive

/// A call of a client that waits to be sent or for its replies.
protocol ClientCall: AnyObject {
    /// The message with its delimiter.
    var message: [UInt8] { get }
    /// Whether the call may have more than one reply.
    var wantsMore: Bool { get }
    /// Whether a reply can be delivered now; a cancelled call accepts and discards all replies.
    var isReady: Bool { get }
    /// Whether the subscriber has cancelled the call.
    var isCancelled: Bool { get }

    /// Delivers a reply.
    func receive(_ reply: Reply)
    /// Finishes the call; nothing follows.
    func finish(_ completion: Subscribers.Completion<VarlinkError>)
}

/// The subscription of one call, which is sent at the first demand.
final class CallSubscription<S: Subscriber>: Subscription, ClientCall
where S.Input == Reply, S.Failure == VarlinkError {
    let message: [UInt8]
    let wantsMore: Bool
    private let client: Client
    private var subscriber: S?
    private var demand = Subscribers.Demand.none
    private var hasBegun = false

    init(_ message: [UInt8], wantsMore: Bool, _ client: Client, _ subscriber: S) {
        self.message = message
        self.wantsMore = wantsMore
        self.client = client
        self.subscriber = subscriber
    }

    var isReady: Bool { isCancelled || demand > .none }
    var isCancelled: Bool { subscriber == nil }

    func request(_ demand: Subscribers.Demand) {
        guard !isCancelled else { return }
        self.demand += demand
        if hasBegun { return client.resume() }
        hasBegun = true
        client.start(self)
    }

    func cancel() {
        subscriber = nil
        if hasBegun { client.cancel(self) }
    }

    func receive(_ reply: Reply) {
        guard let subscriber else { return }
        demand -= 1
        demand += subscriber.receive(reply)
    }

    func finish(_ completion: Subscribers.Completion<VarlinkError>) {
        subscriber.take()?.receive(completion: completion)
    }
}

/// A publisher that makes the same call for each subscriber.
struct Calls: Publisher {
    typealias Output = Reply
    typealias Failure = VarlinkError

    let client: Client
    let message: CallMessage

    func receive<S: Subscriber>(subscriber: S) where S.Input == Reply, S.Failure == VarlinkError {
        subscriber.receive(
            subscription: CallSubscription(message.bytes(.nul), wantsMore: message.more, client, subscriber))
    }
}

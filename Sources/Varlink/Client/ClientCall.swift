import Reactive

/// A call of a client that waits to be sent, or for its answers.
protocol ClientCall: AnyObject {
    /// The message with its delimiter.
    var message: [UInt8] { get }
    /// More than one answer may come.
    var wantsMore: Bool { get }
    /// Whether an answer would be taken now; a cancelled one takes all and drops them.
    var isReady: Bool { get }
    /// Whether somebody still waits for the answer.
    var isCancelled: Bool { get }

    /// An answer has come.
    func take(_ reply: Reply)
    /// Nothing follows.
    func end(_ completion: Subscribers.Completion<VarlinkError>)
}

/// A call as its subscriber holds it: it is sent when the first answer is asked for.
final class CallSubscription<S: Subscriber>: Subscription, ClientCall
where S.Input == Reply, S.Failure == VarlinkError {
    let message: [UInt8]
    let wantsMore: Bool
    private let client: Client
    private var subscriber: S?
    private var demand = Subscribers.Demand.none
    private var hasBegun = false

    init(_ message: [UInt8], wantsMore: Bool, _ client: Client, _ subscriber: S) {
        (self.message, self.wantsMore, self.client, self.subscriber) = (
            message, wantsMore, client, subscriber
        )
    }

    var isReady: Bool { isCancelled || demand > .none }
    var isCancelled: Bool { subscriber == nil }

    func request(_ demand: Subscribers.Demand) {
        guard !isCancelled else { return }
        self.demand += demand
        if hasBegun { return client.resume() }
        hasBegun = true
        client.begin(self)
    }

    func cancel() {
        subscriber = nil
        if hasBegun { client.cancel(self) }
    }

    func take(_ reply: Reply) {
        guard let subscriber else { return }
        demand -= 1
        demand += subscriber.receive(reply)
    }

    func end(_ completion: Subscribers.Completion<VarlinkError>) {
        subscriber.take()?.receive(completion: completion)
    }
}

/// Makes the same call for each subscriber.
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

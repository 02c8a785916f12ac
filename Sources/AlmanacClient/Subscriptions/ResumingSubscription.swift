import AlmanacValues
import Reactive
import Records
import Varlink

/// Subscribes to changes, reconnects and resumes, each subscriber of its own.
struct ResumingChanges: Publisher {
    typealias Output = SubscriptionNotice
    typealias Failure = AlmanacError

    let connection: DaemonConnection
    let options: SubscriptionOptions

    func receive<S: Subscriber>(subscriber: S)
    where S.Input == SubscriptionNotice, S.Failure == AlmanacError {
        subscriber.receive(subscription: ResumingSubscription(connection, options: options, to: subscriber))
    }
}

/// A subscription that connects with the first demand.
///
/// Events are read from the socket only on demand. Notices about the connection wait for demand, and so do at
/// most as many events as notices have taken their demand.
final class ResumingSubscription<S: Subscriber>: Subscription
where S.Input == SubscriptionNotice, S.Failure == AlmanacError {
    private let connection: DaemonConnection
    private var progress: SubscriptionProgress
    private var subscriber: S?
    private var demand = Subscribers.Demand.none
    private var waiting: [SubscriptionNotice] = []
    private var hasBegun = false
    private var inlet: ReplyInlet?
    private var retry: AnyCancellable?

    init(_ connection: DaemonConnection, options: SubscriptionOptions, to subscriber: S) {
        self.connection = connection
        self.subscriber = subscriber
        progress = SubscriptionProgress(options)
    }

    func request(_ demand: Subscribers.Demand) {
        guard subscriber != nil else { return }
        self.demand += demand
        flush()
        inlet?.request(demand)
        guard !hasBegun else { return }
        hasBegun = true
        connect()
    }

    func cancel() {
        subscriber = nil
        waiting = []
        disconnect()
    }

    private func disconnect() {
        retry = nil
        inlet?.cancel()
        inlet = nil
    }

    private func connect() {
        do {
            let client = try connection.connect()
            let inlet = ReplyInlet { [weak self] in
                self?.receive($0.parameters)
            } end: { [weak self] in
                self?.handleDisconnect($0.map { AlmanacError($0) })
            }
            self.inlet = inlet
            send(.connected(progress.beginning))
            // The subscriber may have cancelled.
            guard self.inlet === inlet else { return }
            client.call("io.almanac.Subscribe", progress.parameters, more: true).subscribe(inlet)
            if demand > .none { inlet.request(demand) }
        } catch {
            handleDisconnect(error)
        }
    }

    private func receive(_ json: JSON) {
        guard let event = Event(json) else {
            // An event of an unknown kind is dropped, and another one is read for its demand.
            inlet?.request(.max(1))
            return
        }
        guard !event.isOfRecord || event.item != nil else {
            disconnect()
            return handleDisconnect(.malformed("an event of Subscribe names no record"))
        }
        progress.advance(past: event)
        send(.event(event))
    }

    private func handleDisconnect(_ error: AlmanacError?) {
        inlet = nil
        guard subscriber != nil else { return }
        switch progress.disconnect(error) {
        case .startOver(let cursor):
            send(.cursorExpired(cursor))
            if subscriber != nil { connect() }
        case .retry(let error):
            retry = connection.clock.after(progress.nextDelay(), slack: .milliseconds(50)) { [weak self] in
                self?.connect()
            }
            send(.lost(error))
        case .refused(let error):
            subscriber.take()?.receive(completion: .failure(error))
        }
    }

    private func send(_ notice: SubscriptionNotice) {
        waiting.append(notice)
        flush()
    }

    private func flush() {
        while demand > .none, let subscriber, !waiting.isEmpty {
            demand -= 1
            let more = subscriber.receive(waiting.removeFirst())
            demand += more
            if more > .none { inlet?.request(more) }
        }
    }
}

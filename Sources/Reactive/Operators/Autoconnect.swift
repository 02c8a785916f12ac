extension Publishers {
    /// Connects a connectable publisher at its first subscription and disconnects it after its last.
    public class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The connectable publisher.
        public final let upstream: Upstream

        private final var subscribers = 0
        private final var connection: (any Cancellable)?

        /// Makes the publisher that `autoconnect()` returns.
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Attaches a subscriber; the first one connects.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let link = AutoconnectLink { self.left() }
            subscribers += 1
            upstream.receive(subscriber: AutoconnectInner(downstream: subscriber, link: link))
            if connection == nil, subscribers > 0 { connection = upstream.connect() }
            if subscribers == 0 { disconnect() }
        }

        private func left() {
            subscribers -= 1
            if subscribers == 0 { disconnect() }
        }

        private func disconnect() {
            take(&connection)?.cancel()
        }
    }
}

extension ConnectablePublisher {
    /// Connects at the first subscription and disconnects after the last.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.multicast { PassthroughSubject() }.autoconnect()
    /// ```
    /// Marble: `1-2|` → `1-2|`
    ///
    /// Demand: everything.
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}

/// Passes all signals and reports when the subscriber has cancelled or completed.
struct AutoconnectInner<Downstream: Subscriber>: OwnSubscriber {
    let downstream: Downstream
    let link: AutoconnectLink

    var combineIdentifier: CombineIdentifier { CombineIdentifier(link) }

    func receive(subscription: any Subscription) {
        link.name = String(describing: subscription)
        if link.accept(subscription) { downstream.receive(subscription: link) }
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        link.isLive ? downstream.receive(input) : .none
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard link.finish() else { return }
        link.leave()
        downstream.receive(completion: completion)
    }
}

final class AutoconnectLink: Link {
    @exclusivity(unchecked) private var onLeave: (() -> Void)?

    init(_ onLeave: @escaping () -> Void) {
        self.onLeave = onLeave
        super.init("Autoconnect")
    }

    override func cancel() {
        super.cancel()
        leave()
    }

    func leave() {
        let told = take(&onLeave)
        told?()
    }
}

/// What a subject is inside: its subscribers, and the values that wait while another is on its way.
@usableFromInline
class Hub<Output, Failure: Error>: Roster {
    /// Something sent while sending, and which subscribers were there then.
    @usableFromInline
    struct Waiting {
        @usableFromInline let signal: Signal<Output, Failure>
        @usableFromInline let end: Int
        @usableFromInline let version: Int
    }

    @usableFromInline @exclusivity(unchecked)
    final var waiting: [Waiting] = []

    @usableFromInline @exclusivity(unchecked)
    final var isOver = false

    @exclusivity(unchecked)
    final var completion: Subscribers.Completion<Failure>?

    @exclusivity(unchecked)
    private final var upstreams: [any Subscription] = []

    @usableFromInline
    override init() { super.init() }

    /// Sends a value to everyone who is there, or after those that are on their way.
    @inlinable
    final func send(_ value: Output) {
        if isOver { return }
        if isSending { return wait(.value(value)) }
        isSending = true
        deliver(value, to: count)
        if !waiting.isEmpty { drain() }
        endSending()
    }

    /// Hands one value to the first `end` slots.
    @inlinable
    final func deliver(_ value: Output, to end: Int) {
        var index = 0
        while index < end {
            slots[index]?._withUnsafeGuaranteedRef {
                unsafeDowncast($0, to: Conduit<Output, Failure>.self).offer(value)
            }
            index += 1
        }
    }

    /// Keeps for later what is sent while sending; who subscribes after this moment does not get it.
    @usableFromInline
    final func wait(_ signal: Signal<Output, Failure>) {
        waiting.append(Waiting(signal: signal, end: count, version: newest))
    }

    /// Which version a value has that is sent now; counts only where the last one is remembered.
    @usableFromInline
    var newest: Int { 0 }

    /// Delivers a value that has waited.
    @usableFromInline
    func deliver(_ entry: Waiting, _ value: Output) { deliver(value, to: entry.end) }

    /// Delivers what was sent meanwhile, in the order of sending.
    @usableFromInline
    final func drain() {
        var next = 0
        while next < waiting.count {
            let entry = waiting[next]
            next += 1
            if next == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                next = 0
            }
            switch entry.signal {
            case .value(let value): deliver(entry, value)
            case .completion(let completion): end(completion, to: entry.end)
            }
        }
    }

    @usableFromInline
    final func send(completion: Subscribers.Completion<Failure>) {
        if isOver { return }
        isOver = true
        self.completion = completion
        let ended = upstreams
        upstreams = []
        withExtendedLifetime(ended) {}
        if isSending { return wait(.completion(completion)) }
        isSending = true
        end(completion, to: count)
        drain()
        endSending()
    }

    /// Ends the first `end` slots.
    private final func end(_ completion: Subscribers.Completion<Failure>, to end: Int) {
        for index in 0..<end {
            guard let slot = slots[index]?.takeUnretainedValue(), let roster = slot.leave() else { continue }
            roster.remove(slot)
            _ = unsafeDowncast(slot, to: Conduit<Output, Failure>.self).deliver(.completion(completion))
        }
    }

    /// Keeps an upstream's subscription and asks it for everything.
    final func keep(_ subscription: any Subscription) {
        if isOver { return subscription.cancel() }
        upstreams.append(subscription)
        subscription.request(.unlimited)
    }

    /// Makes a slot for a subscriber, or ends it at once.
    @inlinable
    final func attach<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        if isOver { return refuse(ErasedSubscriber(subscriber)) }
        let conduit = Conduit<Output, Failure>(self) { subscriber.receive(signal: $0) }
        add(conduit)
        subscriber.receive(subscription: conduit)
    }

    @usableFromInline
    final func refuse(_ subscriber: ErasedSubscriber<Output, Failure>) {
        subscriber.receive(subscription: Subscriptions.empty)
        if let completion { subscriber.receive(completion: completion) }
    }
}

/// The implementation of a subject: its subscribers, and the values that wait during a delivery.
@usableFromInline
class Hub<Output, Failure: Error>: Roster {
    /// A signal sent during a delivery, and the subscribers at that time.
    @usableFromInline
    struct Waiting {
        @usableFromInline let signal: Signal<Output, Failure>
        @usableFromInline let end: Int
        @usableFromInline let version: Int

        @inlinable
        init(_ signal: Signal<Output, Failure>, end: Int, version: Int) {
            self.signal = signal
            self.end = end
            self.version = version
        }
    }

    /// The queue; entries that were removed remain until they are half of it.
    @usableFromInline @exclusivity(unchecked)
    final var waiting: [Waiting] = []

    /// The number of entries removed from the front of the queue.
    @usableFromInline @exclusivity(unchecked)
    final var taken = 0

    @usableFromInline @exclusivity(unchecked)
    final var isOver = false

    @exclusivity(unchecked)
    final var completion: Subscribers.Completion<Failure>?

    /// Whether there has been any demand.
    @usableFromInline @exclusivity(unchecked)
    final var isWanted = false

    @exclusivity(unchecked)
    private final var upstreams: [any Subscription] = []

    @usableFromInline
    override init() { super.init() }

    override var title: String { "PassthroughSubject<\(Output.self), \(Failure.self)>" }

    /// Sends a value to all current subscribers, after the values that are being delivered.
    @inlinable
    final func send(_ value: Output) {
        #if DEBUG
            let isOutermost = enterUse()
            defer { if isOutermost { leaveUse() } }
        #endif
        if isOver { return }
        if isSending { return wait(.value(value)) }
        isSending = true
        deliver(value, to: count)
        if !waiting.isEmpty { drain() }
        finishSending()
    }

    /// Delivers one value to the first `end` slots.
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

    /// Queues a signal sent during a delivery; later subscribers do not receive it.
    @inlinable
    @inline(never)
    final func wait(_ signal: Signal<Output, Failure>, version: Int = 0) {
        waiting.append(Waiting(signal, end: count, version: version))
    }

    /// Removes the next queued signal, in the order of sending.
    @inlinable
    final func nextWaiting() -> Waiting? {
        guard taken < waiting.count else { return nil }
        let entry = waiting[taken]
        taken += 1
        if taken == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            taken = 0
        } else if taken * 2 >= waiting.count {
            compactQueue()
        }
        return entry
    }

    /// Releases the removed entries of a queue that does not run empty; moves no more than it removes.
    @usableFromInline
    final func compactQueue() {
        waiting.removeFirst(taken)
        taken = 0
    }

    /// Delivers the queued signals.
    @inlinable
    final func drain() {
        while let entry = nextWaiting() {
            switch entry.signal {
            case .value(let value): deliver(value, to: entry.end)
            case .completion(let completion): complete(completion, to: entry.end)
            }
        }
    }

    /// Delivers the queued signals after a completion.
    @usableFromInline
    func drainRest() { drain() }

    @usableFromInline
    final func send(completion: Subscribers.Completion<Failure>) {
        #if DEBUG
            let isOutermost = enterUse()
            defer { if isOutermost { leaveUse() } }
        #endif
        if isOver { return }
        isOver = true
        self.completion = completion
        let ended = upstreams
        upstreams = []
        for upstream in ended { upstream.cancel() }
        if isSending { return wait(.completion(completion)) }
        isSending = true
        complete(completion, to: count)
        drainRest()
        finishSending()
    }

    /// Completes the first `end` slots.
    @usableFromInline
    final func complete(_ completion: Subscribers.Completion<Failure>, to end: Int) {
        for index in 0..<end {
            guard let slot = slots[index]?.takeUnretainedValue(), slot.leave() != nil else { continue }
            remove(slot)
            unsafeDowncast(slot, to: Conduit<Output, Failure>.self).finish(completion)
        }
    }

    /// Stores an upstream's subscription; requests everything as soon as there is demand.
    final func keep(_ subscription: any Subscription) {
        if isOver { return subscription.cancel() }
        upstreams.append(subscription)
        if isWanted { subscription.request(.unlimited) }
    }

    /// Records the first demand.
    @usableFromInline
    final func want() {
        if isWanted { return }
        isWanted = true
        for upstream in upstreams { upstream.request(.unlimited) }
    }

    deinit {
        detachAll()
        for upstream in upstreams { upstream.cancel() }
    }

    /// Makes a slot for a subscriber, or completes it at once.
    @inlinable
    final func attach<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        #if DEBUG
            let isOutermost = enterUse()
            defer { if isOutermost { leaveUse() } }
        #endif
        if isOver { return refuse(ErasedSubscriber(subscriber)) }
        if !S.releasesSubscription { return attach(Guard(subscriber)) }
        let conduit = OpenConduit<Output, Failure>(.passUnretained(self), delivery(to: subscriber))
        conduit.tells = !isWanted
        add(.passRetained(conduit))
        subscriber.receive(subscription: conduit)
    }

    /// Moves a subscriber of another subject here, as if it had cancelled there and subscribed here; returns
    /// `false` if that must be done.
    @inlinable
    final func adopt(_ subscription: SubscriptionCore, demand: Subscribers.Demand) -> Bool {
        #if DEBUG
            let isOutermost = enterUse()
            defer { if isOutermost { leaveUse() } }
        #endif
        guard !isOver, type(of: subscription) == OpenConduit<Output, Failure>.self else { return false }
        let conduit = unsafeDowncast(subscription, to: OpenConduit<Output, Failure>.self)
        guard let last = conduit.roster, last._withUnsafeGuaranteedRef({ $0.move(conduit, to: self) }) else {
            return false
        }
        conduit.demand = demand
        conduit.tells = !isWanted && demand == .none
        conduit.roster = .passUnretained(self)
        if !isWanted, demand > .none { want() }
        return true
    }

    /// Attaches a sink directly. The hub is not retained for the call, and the closures are consumed: both
    /// save reference counts.
    @inlinable
    static func sink(
        in hub: Unmanaged<Hub>,
        receiveCompletion: consuming @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: consuming @escaping (Output) -> Void
    ) -> AnyCancellable {
        #if DEBUG
            let isOutermost = hub._withUnsafeGuaranteedRef { $0.enterUse() }
            defer { if isOutermost { hub._withUnsafeGuaranteedRef { $0.leaveUse() } } }
        #endif
        if hub._withUnsafeGuaranteedRef({ $0.isOver }) {
            let core = EndingSinkCore(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
            hub._withUnsafeGuaranteedRef { $0.refuse(ErasedSubscriber(core)) }
            return AnyCancellable {}
        }
        let conduit = SinkConduit<Output, Failure>(
            in: .fromOpaque(hub.toOpaque()), receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        let owner = AnyCancellable(owning: conduit)
        conduit.owner = owner
        let slot = Unmanaged<Slot>.passRetained(conduit)
        hub._withUnsafeGuaranteedRef {
            $0.add(slot)
            if !$0.isWanted { $0.want() }
        }
        return owner
    }

    @usableFromInline
    final func refuse(_ subscriber: ErasedSubscriber<Output, Failure>) {
        subscriber.receive(subscription: Subscriptions.empty)
        if let completion { subscriber.receive(completion: completion) }
    }
}

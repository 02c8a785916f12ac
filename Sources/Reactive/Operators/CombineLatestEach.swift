extension Publishers {
    /// Combines the newest values of a changing set of publishers, one for each key in the upstream's list.
    public struct CombineLatestEach<Upstream: Publisher, Member: Publisher>: Publisher
    where
        Upstream.Output: Swift.Sequence, Upstream.Output.Element: Hashable, Upstream.Failure == Member.Failure
    {
        /// The type of the keys.
        public typealias Key = Upstream.Output.Element

        /// The newest value of each listed member.
        public typealias Output = [Key: Member.Output]

        /// The failure of the upstream or of a listed member.
        public typealias Failure = Upstream.Failure

        /// The publisher of the list of keys.
        public let upstream: Upstream

        /// Returns the publisher for a key that is new in the list.
        public let member: (Key) -> Member

        /// Makes the publisher that `combineLatest(each:)` returns.
        public init(upstream: Upstream, member: @escaping (Key) -> Member) {
            self.upstream = upstream
            self.member = member
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = EachEngine<S, Key, Member>(to: subscriber, member: member)
            subscriber.receive(subscription: engine)
            engine.outer = upstream.sink {
                engine.outerEnded($0)
            } receiveValue: {
                engine.list(Set($0))
            }
            engine.begun()
        }
    }
}

extension Publisher where Output: Sequence, Output.Element: Hashable {
    /// Combines the newest values of the publishers that a closure makes, one for each listed key.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.map { [$0] }.combineLatest { key in Just(key * 2) }
    /// ```
    /// Marble: `1-2|` → `[1:2]-[2:4]|`
    ///
    /// A key that remains in the list keeps its subscription; a key that leaves it is cancelled and its value
    /// dropped. A combination is published when every listed member has a value, and again when a value or
    /// the list changes.
    ///
    /// Demand: everything of the upstream and of each member.
    public func combineLatest<P: Publisher>(
        each member: @escaping (Output.Element) -> P
    ) -> Publishers.CombineLatestEach<Self, P> where P.Failure == Failure {
        Publishers.CombineLatestEach(upstream: self, member: member)
    }
}

/// Holds one subscription for each listed key.
final class EachEngine<Downstream: Subscriber, Key: Hashable, Member: Publisher>: SubscriptionCore, Delivering
where Downstream.Input == [Key: Member.Output], Downstream.Failure == Member.Failure {
    @exclusivity(unchecked) private(set) var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @exclusivity(unchecked) var isBusy = false
    @exclusivity(unchecked) var isDue = false
    @exclusivity(unchecked) private var member: ((Key) -> Member)?
    @exclusivity(unchecked) private var members: [Key: AnyCancellable] = [:]
    @exclusivity(unchecked) private var running: Set<Key> = []
    @exclusivity(unchecked) private var values: [Key: Member.Output] = [:]
    @exclusivity(unchecked) private var listed: Set<Key>?
    @exclusivity(unchecked) private var isListing = false
    @exclusivity(unchecked) private var isStale = false

    /// The combinations in demand that arose during a delivery.
    @exclusivity(unchecked) private var ahead = Deque<[Key: Member.Output]>()
    @exclusivity(unchecked) private var outerIsOver = false
    @exclusivity(unchecked) var outer: AnyCancellable?

    init(to downstream: Downstream, member: @escaping (Key) -> Member) {
        outlet = Outlet(downstream)
        self.member = member
    }

    override var description: String { "CombineLatest" }

    /// Called after the upstream was subscribed; the subscription may have ended already.
    func begun() {
        if outlet == nil { stop() }
    }

    override func request(_ more: Subscribers.Demand) {
        add(more)
    }

    override func cancel() {
        let ended = take(&outlet)
        stop()
        withExtendedLifetime(ended) {}
    }

    /// Applies a new list: cancels removed keys and subscribes to new ones.
    func list(_ keys: Set<Key>) {
        guard outlet != nil else { return }
        listed = keys
        var gone: [AnyCancellable] = []
        for key in Set(members.keys).subtracting(keys) {
            if let ended = members.removeValue(forKey: key) { gone.append(ended) }
            values[key] = nil
            running.remove(key)
        }
        for each in gone { each.cancel() }
        isListing = true
        for key in keys where members[key] == nil { subscribe(to: key) }
        isListing = false
        publish()
        drainSoon()
    }

    private func subscribe(to key: Key) {
        guard let member, listed?.contains(key) == true else { return }
        running.insert(key)
        let subscription = member(key).sink { [weak self] in
            self?.memberEnded(key, with: $0)
        } receiveValue: { [weak self] in
            self?.changed(key, to: $0)
        }
        if outlet == nil { subscription.cancel() } else { members[key] = subscription }
    }

    private func changed(_ key: Key, to value: Member.Output) {
        guard outlet != nil, listed?.contains(key) == true else { return }
        let old = values.updateValue(value, forKey: key)
        publish()
        withExtendedLifetime(old) {}
    }

    /// Publishes the newest combination, or keeps it: in order if it is in demand, else only the newest.
    private func publish() {
        isStale = true
        guard !isListing, isComplete, demand > ahead.count else { return }
        isStale = false
        ahead.append(values)
        drainSoon()
    }

    /// Whether every listed member has a value.
    private var isComplete: Bool { values.count == listed?.count }

    /// Delivers the waiting combinations in demand.
    func drain() {
        isBusy = true
        while demand > .none, outlet != nil, let next = popNext() { pass(next) }
        isBusy = false
        isDue = false
        finishIfDone()
    }

    /// Returns the next waiting combination.
    private func popNext() -> [Key: Member.Output]? {
        if let next = ahead.popFirst() { return next }
        guard isStale, !isListing, isComplete else { return nil }
        isStale = false
        return values
    }

    private func memberEnded(_ key: Key, with completion: Subscribers.Completion<Member.Failure>) {
        running.remove(key)
        if case .failure = completion { complete(completion) } else { drainSoon() }
    }

    func outerEnded(_ completion: Subscribers.Completion<Member.Failure>) {
        outerIsOver = true
        if case .failure = completion { complete(completion) } else { drainSoon() }
    }

    /// Finishes if the list cannot change any more, all members have completed, and no combination waits for
    /// demand.
    private func finishIfDone() {
        guard outerIsOver, running.isEmpty, !isListing, !isBusy, ahead.isEmpty else { return }
        if isStale, isComplete { return }
        complete(.finished)
    }

    private func complete(_ completion: Subscribers.Completion<Member.Failure>) {
        let ended = take(&outlet)
        stop()
        ended?.downstream.receive(completion: completion)
    }

    private func stop() {
        let dropped = (take(&outer), members, values, take(&member), ahead)
        ahead = Deque()
        members = [:]
        values = [:]
        running = []
        dropped.0?.cancel()
        for each in dropped.1.values { each.cancel() }
    }
}

extension Publishers {
    /// Combines the newest values of a changing number of publishers, one for each key that the upstream lists.
    public struct CombineLatestEach<Upstream: Publisher, Member: Publisher>: Publisher
    where
        Upstream.Output: Swift.Sequence, Upstream.Output.Element: Hashable, Upstream.Failure == Member.Failure
    {
        /// What tells the members apart.
        public typealias Key = Upstream.Output.Element

        /// What is published: the newest value of each member that is listed.
        public typealias Output = [Key: Member.Output]

        /// How this publisher may fail: as soon as the upstream or a listed member does.
        public typealias Failure = Upstream.Failure

        /// Lists the keys.
        public let upstream: Upstream

        /// Makes the publisher of a key, when it is listed and was not before.
        public let member: (Key) -> Member

        /// Makes the publisher that `combineLatest(each:)` returns.
        public init(upstream: Upstream, member: @escaping (Key) -> Member) {
            self.upstream = upstream
            self.member = member
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let engine = EachEngine<S, Key, Member>(subscriber, member)
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
    /// Combines the newest values of the publishers that a function makes, one for each listed key.
    ///
    /// A key that stays in the list keeps its subscription; one that leaves it is cancelled, and its value goes. A
    /// combination is published when every listed member has a value, and again when one changes or the list does.
    public func combineLatest<P: Publisher>(
        each member: @escaping (Output.Element) -> P
    ) -> Publishers.CombineLatestEach<Self, P> where P.Failure == Failure {
        Publishers.CombineLatestEach(upstream: self, member: member)
    }
}

/// Keeps one subscription for each listed key.
final class EachEngine<Downstream: Subscriber, Key: Hashable, Member: Publisher>: SubscriptionCore
where Downstream.Input == [Key: Member.Output], Downstream.Failure == Member.Failure {
    @exclusivity(unchecked) private var outlet: Outlet<Downstream>?
    @exclusivity(unchecked) private var demand = Subscribers.Demand.none
    @exclusivity(unchecked) private var member: ((Key) -> Member)?
    @exclusivity(unchecked) private var members: [Key: AnyCancellable] = [:]
    @exclusivity(unchecked) private var running: Set<Key> = []
    @exclusivity(unchecked) private var values: [Key: Member.Output] = [:]
    @exclusivity(unchecked) private var listed: Set<Key>?
    @exclusivity(unchecked) private var isListing = false
    @exclusivity(unchecked) private var isStale = false
    @exclusivity(unchecked) private var outerIsOver = false
    @exclusivity(unchecked) var outer: AnyCancellable?

    init(_ downstream: Downstream, _ member: @escaping (Key) -> Member) {
        outlet = Outlet(downstream)
        self.member = member
    }

    override var description: String { "CombineLatest" }

    /// The upstream has been subscribed; it may all be over already.
    func begun() {
        if outlet == nil { stop() }
    }

    override func request(_ more: Subscribers.Demand) {
        precondition(more > .none, "a request must be for at least one value")
        guard outlet != nil else { return }
        demand += more
        publish()
        finishIfDone()
    }

    override func cancel() {
        let ended = take(&outlet)
        stop()
        withExtendedLifetime(ended) {}
    }

    /// Takes a new list: who left it is cancelled, who is new is subscribed.
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
        isStale = true
        publish()
        finishIfDone()
    }

    private func subscribe(to key: Key) {
        guard let member, listed?.contains(key) == true else { return }
        running.insert(key)
        let subscription = member(key).sink { [weak self] in
            self?.memberEnded(key, $0)
        } receiveValue: { [weak self] in
            self?.changed(key, $0)
        }
        if outlet == nil { subscription.cancel() } else { members[key] = subscription }
    }

    private func changed(_ key: Key, _ value: Member.Output) {
        guard outlet != nil, listed?.contains(key) == true else { return }
        let old = values.updateValue(value, forKey: key)
        isStale = true
        publish()
        withExtendedLifetime(old) {}
    }

    private func publish() {
        guard !isListing, isStale, demand > .none, let outlet, let listed, values.count == listed.count
        else { return }
        isStale = false
        demand -= 1
        demand += outlet.downstream.receive(values)
    }

    private func memberEnded(_ key: Key, _ completion: Subscribers.Completion<Member.Failure>) {
        running.remove(key)
        if case .failure = completion { end(completion) } else { finishIfDone() }
    }

    func outerEnded(_ completion: Subscribers.Completion<Member.Failure>) {
        outerIsOver = true
        if case .failure = completion { end(completion) } else { finishIfDone() }
    }

    /// Finishes when the list cannot change any more, no member goes on, and nothing waits to be asked for.
    private func finishIfDone() {
        guard outerIsOver, running.isEmpty, !isListing else { return }
        if isStale, let listed, values.count == listed.count { return }
        end(.finished)
    }

    private func end(_ completion: Subscribers.Completion<Member.Failure>) {
        let ended = take(&outlet)
        stop()
        ended?.downstream.receive(completion: completion)
    }

    private func stop() {
        let dropped = (take(&outer), members, values, take(&member))
        members = [:]
        values = [:]
        running = []
        dropped.0?.cancel()
        for each in dropped.1.values { each.cancel() }
    }
}

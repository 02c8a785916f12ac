import Reactive
import Records
import Systemd
import Varlink

/// Everyone who follows changes, each until the connection ends.
final class Subscribers {
    /// What a reader wants.
    nonisolated struct Wish: Hashable, Sendable {
        /// Which changes, in which form.
        let identity: Audience.Identity
        /// Changes that the reader has not taken yet are joined to one a record.
        var joins = false
        /// How often to hear that nothing happened; `nil` for never.
        var heartbeat: Duration?
    }

    /// Told of everybody who has come.
    var arrived: ((Subscriber) -> Void)?

    /// The store.
    let archive: Archive
    /// The live end.
    let broadcast: Broadcast
    /// The sources, as selectors see them.
    let sources: Sources
    /// All of them, in no order.
    private(set) var all: [Subscriber] = []
    /// What measures delays.
    let scheduler: AnyScheduler
    private let wall: () -> UTC
    private let limit: Int
    private let limitPerUser: Int
    private var users: [UInt32: Int] = [:]
    private var kinds: [Wish: ReaderKind] = [:]
    /// Of those who want to hear that nothing happened.
    private var ticking: [ObjectIdentifier: AnyCancellable] = [:]

    init(
        archive: Archive, broadcast: Broadcast, sources: Sources, _ configuration: Configuration,
        scheduler: AnyScheduler, wall: @escaping () -> UTC
    ) {
        (self.archive, self.broadcast, self.sources) = (archive, broadcast, sources)
        (self.scheduler, self.wall) = (scheduler, wall)
        (limit, limitPerUser) = (configuration.maximumConnections, configuration.maximumConnectionsPerUser)
    }

    /// How many there are.
    var count: Int { all.count }

    /// The wall clock.
    var now: UTC { wall() }

    /// How many readers there may be, of one user or in all, when there is no room for one more of a user.
    func limitReached(by user: UInt32) -> Int? {
        if users[user, default: 0] >= limitPerUser { return limitPerUser }
        return count >= limit ? limit : nil
    }

    /// What readers that want this have in common, for `add`.
    func kind(of wish: Wish) -> ReaderKind { kinds[wish] ?? ReaderKind(wish, self) }

    /// Takes a reader in; it hears nothing before it is told to begin.
    ///
    /// - Parameters:
    ///   - channel: Where to.
    ///   - call: The call that is answered; `nil` for a reader of lines.
    ///   - kind: What it wants, and how.
    ///   - number: The last change that it has seen.
    /// - Returns: The reader.
    func add(
        _ channel: Channel, answering call: Call?, _ kind: ReaderKind, after number: Int64
    ) -> Subscriber {
        call?.forgetQuestion()
        if kind.count == 0 { kinds[kind.wish] = kind }
        let subscriber = Subscriber(channel, answering: call, kind, after: number)
        kind.count += 1
        guard !channel.isClosed else {
            leave(kind)
            return subscriber
        }
        subscriber.index = Int32(all.count)
        all.append(subscriber)
        users[channel.uid, default: 0] += 1
        channel.owner = subscriber
        if let heartbeat = kind.wish.heartbeat { beat(subscriber, every: heartbeat) }
        arrived?(subscriber)
        return subscriber
    }

    /// Takes in a peer of the `lines` socket: the states of all sources, then every change.
    func addLine(_ channel: Channel) {
        guard limitReached(by: channel.uid) == nil else { return channel.close() }
        let identity = Audience.Identity(selector: Selector(), form: .line)
        let kind = kind(of: Wish(identity: identity))
        let subscriber = add(channel, answering: nil, kind, after: broadcast.end)
        let (cursor, now) = (broadcast.cursor, wall())
        let states = sources.names.map {
            Event.source($0.text, runtime: sources.runtime(of: $0), cursor, at: now)
        }
        subscriber.begin(with: states)
    }

    /// Lets go of a reader whose connection has ended.
    func remove(_ subscriber: Subscriber) {
        let last = all.removeLast()
        if last !== subscriber {
            all[Int(subscriber.index)] = last
            last.index = subscriber.index
        }
        let user = subscriber.channel.uid
        users[user, default: 1] -= 1
        if users[user] == 0 { users[user] = nil }
        if subscriber.wish.heartbeat != nil { ticking[ObjectIdentifier(subscriber)] = nil }
        leave(subscriber.kind)
    }

    private func leave(_ kind: ReaderKind) {
        kind.count -= 1
        if kind.count == 0, kinds[kind.wish] === kind { kinds[kind.wish] = nil }
    }

    /// Sends that nothing happened, every so often.
    private func beat(_ subscriber: Subscriber, every interval: Duration) {
        ticking[ObjectIdentifier(subscriber)] = scheduler.timer(every: interval, slack: interval / 10).sink {
            [unowned subscriber] _ in subscriber.beat()
        }
    }
}

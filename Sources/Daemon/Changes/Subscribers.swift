import Reactive
import Records
import Systemd
import Varlink

/// Everyone who follows changes, each until the connection ends.
final class Subscribers {
    /// What a reader wants.
    nonisolated struct Wish: Sendable {
        /// Which changes, in which form.
        let identity: Audience.Identity
        /// Changes that the reader has not taken yet are joined to one a record.
        var joins = false
        /// How often to hear that nothing happened; `nil` for never.
        var heartbeat: Duration?
    }

    private struct Member {
        let subscriber: Subscriber
        let user: UInt32
        let ended: AnyCancellable
    }

    /// Told whenever somebody has come.
    var arrived: (() -> Void)?

    private let archive: Archive
    private let broadcast: Broadcast
    private let sources: Sources
    private let scheduler: AnyScheduler
    private let wall: () -> UTC
    private let limit: Int
    private let limitPerUser: Int
    private var members: [ObjectIdentifier: Member] = [:]
    private var users: [UInt32: Int] = [:]

    init(
        archive: Archive, broadcast: Broadcast, sources: Sources, _ configuration: Configuration,
        scheduler: AnyScheduler, wall: @escaping () -> UTC
    ) {
        (self.archive, self.broadcast, self.sources) = (archive, broadcast, sources)
        (self.scheduler, self.wall) = (scheduler, wall)
        (limit, limitPerUser) = (configuration.maximumConnections, configuration.maximumConnectionsPerUser)
    }

    /// How many there are.
    var count: Int { members.count }

    /// All of them, in no order.
    var all: [Subscriber] { members.values.map(\.subscriber) }

    /// How many readers there may be, of one user or in all, when there is no room for one more of a user.
    func limitReached(by user: UInt32) -> Int? {
        if users[user, default: 0] >= limitPerUser { return limitPerUser }
        return count >= limit ? limit : nil
    }

    /// Takes a reader in; it hears nothing before it is told to begin.
    ///
    /// - Parameters:
    ///   - channel: Where to.
    ///   - call: The call that is answered; `nil` for a reader of lines.
    ///   - wish: What it wants.
    ///   - number: The last change that it has seen.
    /// - Returns: The reader.
    func add(_ channel: Channel, answering call: Call?, _ wish: Wish, after number: Int64) -> Subscriber {
        let subscriber = Subscriber(
            channel, answering: call, wish, after: number, archive: archive, broadcast: broadcast,
            sources: sources, wall: wall)
        if let heartbeat = wish.heartbeat { subscriber.beat(every: heartbeat, on: scheduler) }
        let (key, user) = (ObjectIdentifier(channel), channel.peer.uid)
        let ended = channel.closed.sink { [weak self] in self?.remove(key) }
        if !channel.isClosed {
            members[key] = Member(subscriber: subscriber, user: user, ended: ended)
            users[user, default: 0] += 1
            arrived?()
        }
        return subscriber
    }

    /// Takes in a peer of the `lines` socket: the states of all sources, then every change.
    func addLine(_ channel: Channel) {
        guard limitReached(by: channel.peer.uid) == nil else { return channel.close() }
        let identity = Audience.Identity(selector: Selector(), form: .line)
        let subscriber = add(channel, answering: nil, Wish(identity: identity), after: broadcast.end)
        let (cursor, now) = (broadcast.cursor, wall())
        let states = sources.names.map {
            Event.source($0.text, runtime: sources.runtime(of: $0), cursor, at: now)
        }
        subscriber.begin(with: states)
    }

    private func remove(_ key: ObjectIdentifier) {
        guard let member = members.removeValue(forKey: key) else { return }
        users[member.user, default: 1] -= 1
        if users[member.user] == 0 { users[member.user] = nil }
        member.subscriber.end()
    }
}

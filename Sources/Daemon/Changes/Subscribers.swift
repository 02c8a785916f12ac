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
        /// How often to hear that nothing happened; `nil` for never.
        let heartbeat: Duration?
    }

    private let archive: Archive
    private let broadcast: Broadcast
    private let sources: Sources
    private let scheduler: AnyScheduler
    private let wall: () -> UTC
    private var members: [ObjectIdentifier: (Subscriber, AnyCancellable)] = [:]

    init(
        archive: Archive, broadcast: Broadcast, sources: Sources, scheduler: AnyScheduler,
        wall: @escaping () -> UTC
    ) {
        (self.archive, self.broadcast, self.sources) = (archive, broadcast, sources)
        (self.scheduler, self.wall) = (scheduler, wall)
    }

    /// How many there are.
    var count: Int { members.count }

    /// Takes a reader in; it hears nothing before it is told to begin.
    func add(_ channel: Channel, _ wish: Wish, after number: Int64) -> Subscriber {
        let subscriber = Subscriber(
            channel, wish.identity, after: number, archive: archive, broadcast: broadcast, sources: sources,
            wall: wall)
        if let heartbeat = wish.heartbeat { subscriber.beat(every: heartbeat, on: scheduler) }
        let key = ObjectIdentifier(channel)
        let ended = channel.closed.sink { [weak self] in self?.members[key] = nil }
        if !channel.isClosed { members[key] = (subscriber, ended) }
        return subscriber
    }

    /// Takes in a peer of the `lines` socket: the states of all sources, then every change.
    func addLine(_ channel: Channel) {
        let identity = Audience.Identity(selector: Selector(), form: .line)
        let subscriber = add(channel, Wish(identity: identity, heartbeat: nil), after: broadcast.end)
        let (cursor, now) = (broadcast.cursor, wall())
        let states = sources.names.map {
            Event.source($0.text, runtime: sources.runtime(of: $0), cursor, at: now)
        }
        subscriber.begin(with: states)
    }
}

package import Definitions
import Reactive
import Records
import Systemd
package import Varlink

/// All subscribers, each until its connection ends.
package final class SubscriberRegistry {
    /// Called for each new subscriber.
    var arrived: ((ChangeSubscriber) -> Void)?

    /// All subscribers, in no particular order.
    private(set) var all: [ChangeSubscriber] = []
    private let context: SubscriptionContext
    private let configuration: Configuration
    private var users = UserCounts()
    private var kinds: [SubscriptionOptions: SubscriptionKind] = [:]
    /// The heartbeat timers, by subscriber.
    private var ticking: [ObjectIdentifier: AnyCancellable] = [:]

    /// Creates a registry without subscribers.
    ///
    /// - Parameters:
    ///   - context: The log, the sources and the clocks.
    ///   - configuration: The limits on the number of subscribers.
    package init(_ context: SubscriptionContext, limits configuration: Configuration) {
        self.context = context
        self.configuration = configuration
    }

    /// The number of subscribers.
    package var count: Int { all.count }

    /// Returns the limit that another subscriber on a channel would exceed, of its user or of all; `nil` if
    /// there is none.
    package func limitReached(by channel: Channel) -> Int? {
        let perUser = configuration.connectionsPerUser(isPrivileged: channel.isPrivileged)
        if users.count(of: channel.uid) >= perUser { return perUser }
        let limit =
            channel.isPrivileged ? configuration.maximumConnections : configuration.ordinaryConnections
        return count >= limit ? limit : nil
    }

    /// Returns the shared state of subscribers with these options, for `add`.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - warnings: Returns the warnings for new subscribers; called only for the first subscriber with
    ///     these options.
    /// - Returns: The shared state.
    package func kind(
        of options: SubscriptionOptions, warnings: () -> [String] = { [] }
    ) -> SubscriptionKind {
        if let kind = kinds[options] { return kind }
        return SubscriptionKind(options, context: context, warnings: warnings()) { [unowned self] in
            remove($0)
        }
    }

    /// Adds a subscriber, which receives nothing until it is started.
    ///
    /// - Parameters:
    ///   - channel: The connection to the peer.
    ///   - call: The call to answer; `nil` for a subscriber on the `lines` socket.
    ///   - kind: The shared state of subscribers with equal options.
    ///   - number: The number of the last change that it has received.
    /// - Returns: The subscriber.
    package func add(
        _ channel: Channel, answering call: Call?, kind: SubscriptionKind, after number: Int64
    ) -> ChangeSubscriber {
        call?.forgetMessage()
        if kind.count == 0 { kinds[kind.options] = kind }
        let subscriber = ChangeSubscriber(channel, answering: call, kind: kind, after: number)
        kind.count += 1
        guard !channel.isClosed else {
            leave(kind)
            return subscriber
        }
        subscriber.index = Int32(all.count)
        all.append(subscriber)
        users.add(1, to: channel.uid)
        channel.owner = subscriber
        if let heartbeat = kind.options.heartbeat { beat(subscriber, every: heartbeat) }
        arrived?(subscriber)
        return subscriber
    }

    /// Adds a peer of the `lines` socket, which receives the states of all sources, then every change.
    package func addLine(_ channel: Channel) {
        guard limitReached(by: channel) == nil else { return channel.close() }
        let kind = kind(of: SubscriptionOptions(selector: Selector(), form: .line))
        let subscriber = add(channel, answering: nil, kind: kind, after: context.broadcast.end)
        let cursor = context.broadcast.cursor
        let states = context.sources.names.map {
            context.broadcast.event(of: $0.text, runtime: context.sources.runtime(of: $0), cursor: cursor)
        }
        subscriber.start(with: states)
    }

    /// Removes a subscriber whose connection ended.
    private func remove(_ subscriber: ChangeSubscriber) {
        let last = all.removeLast()
        if last !== subscriber {
            all[Int(subscriber.index)] = last
            last.index = subscriber.index
        }
        users.add(-1, to: subscriber.channel.uid)
        if subscriber.options.heartbeat != nil { ticking[ObjectIdentifier(subscriber)] = nil }
        leave(subscriber.kind)
    }

    private func leave(_ kind: SubscriptionKind) {
        kind.count -= 1
        if kind.count == 0, kinds[kind.options] === kind { kinds[kind.options] = nil }
    }

    /// Starts a heartbeat timer.
    private func beat(_ subscriber: ChangeSubscriber, every interval: Duration) {
        let beats = context.scheduler.timer(every: interval, slack: interval / 10)
        ticking[ObjectIdentifier(subscriber)] = beats.sink { [unowned subscriber] _ in subscriber.beat() }
    }
}

public import Systemd
import Glibc
public import Reactive

/// The sockets of all peers, in one epoll set, with their shared limits, receive buffer and end of turn.
///
/// Bytes sent within a turn of the loop go out at its end, so that a connection costs one send per turn,
/// whatever happened. Servers, line sockets and subscriber groups of one process use one set.
@MainActor
public final class SocketSet {
    /// The maximum number of connections that get another turn at the end of a turn of the loop.
    private static let servedAtEnd = 64

    /// The event loop of the sockets.
    public let loop: EventLoop
    /// The limits on the resources of peers.
    public let limits: Limits

    /// The ledger that records the progress of connections; `nil` without one.
    public var ledger: Ledger?

    let poll: EpollSet
    let clock: AnyScheduler
    let stuck: PeerTimeouts
    let halfFrames: PeerTimeouts
    /// The buffer for input, and for joining bytes that are sent in one call; its content is used before
    /// anything else happens.
    let room = ReceiveBuffer(bytes: 65_536)
    private var channels: [any Sender] = []
    private var groups: [any Sender] = []
    /// Room for the senders of a turn, which is kept for the next one.
    private var spare: [any Sender] = []
    private static let mostSpare = 64
    /// The connections whose requests were not all processed in their turn.
    private var queued: [any TurnTaker] = []
    let accounts: Accounts
    let lingering: Lingering
    let eviction: Eviction
    let isPrivileged: (_ uid: UInt32, _ socket: CInt) -> Bool

    /// The number of open connections.
    public var count: Int { accounts.connections - lingering.count }

    /// The number of bytes that wait to be sent to all peers, without frames of groups.
    public var unsent: Int { accounts.unsent }

    /// Creates an empty set.
    ///
    /// - Parameters:
    ///   - loop: The event loop of the sockets.
    ///   - limits: The limits on the resources of peers.
    ///   - clock: The scheduler of timeouts; `nil` for the loop.
    ///   - isPrivileged: Returns whether a user, connected by a socket, has higher limits and reserved
    ///     slots.
    /// - Throws: An error if no descriptor is left.
    public init(
        on loop: EventLoop, limits: Limits = Limits(), clock: AnyScheduler? = nil,
        isPrivileged: @escaping (_ uid: UInt32, _ socket: CInt) -> Bool = { _, _ in false }
    ) throws(SystemError) {
        let clock = clock ?? AnyScheduler(loop)
        self.loop = loop
        self.limits = limits
        self.clock = clock
        self.isPrivileged = isPrivileged
        accounts = Accounts(limits, by: clock)
        lingering = Lingering(accounts, by: clock)
        poll = try EpollSet(on: loop)
        eviction = Eviction(from: poll, accounts, limits, by: clock)
        stuck = PeerTimeouts(by: clock, atMost: limits.stuck)
        halfFrames = PeerTimeouts(by: clock, atMost: limits.halfFrame)
        poll.turnEnded = { [unowned self] in finishTurn() }
        accounts.exceeded = { [unowned eviction] in eviction.relieve($0) }
    }

    /// A callback of this turn may have released the set.
    isolated deinit {
        poll.turnEnded = nil
    }

    /// Sends waiting bytes immediately, as far as possible; called before the process ends.
    public func flush() {
        var budget = SendBudget.unlimited
        flushGroups(&budget)
        flushChannels(&budget)
    }

    /// Closes all connections; waiting bytes are discarded.
    public func close() {
        for connection in eviction.open { connection.close() }
        lingering.removeAll()
    }

    private func flushGroups(_ budget: inout SendBudget) {
        var senders = drain(&groups)
        let sent = flush(senders, &budget)
        putBack(&senders, from: sent, to: &groups)
    }

    private func flushChannels(_ budget: inout SendBudget) {
        var senders = drain(&channels)
        let sent = flush(senders, &budget)
        putBack(&senders, from: sent, to: &channels)
    }

    /// Returns the senders of a list, which has the spare room from now on.
    private func drain(_ list: inout [any Sender]) -> [any Sender] {
        var senders = spare
        spare = []
        swap(&senders, &list)
        return senders
    }

    /// Puts the senders whose turn has not come before those of a list, and keeps the room of the others for
    /// the next turn, unless it is large.
    private func putBack(_ senders: inout [any Sender], from place: Int, to list: inout [any Sender]) {
        if place < senders.count { list.insert(contentsOf: senders[place...], at: 0) }
        guard senders.capacity <= Self.mostSpare else { return }
        senders.removeAll(keepingCapacity: true)
        swap(&spare, &senders)
    }

    /// Sends in order until the budget is spent.
    ///
    /// - Returns: The number of senders whose turn has come.
    private func flush(_ senders: [any Sender], _ budget: inout SendBudget) -> Int {
        for (place, sender) in senders.enumerated() {
            guard !budget.isSpent else { return place }
            sender.flush(&budget)
        }
        return senders.count
    }

    /// Schedules another turn for a connection, after the others.
    func queue(_ connection: any TurnTaker) {
        poll.requestEnd()
        queued.append(connection)
    }

    /// Schedules a flush of a channel at the end of the turn.
    func enlist(channel: any Sender) {
        poll.requestEnd()
        channels.append(channel)
    }

    /// Schedules a flush of a subscriber group at the end of the turn.
    func enlist(group: any Sender) {
        poll.requestEnd()
        groups.append(group)
    }

    /// Reads once from a descriptor without blocking. Passed descriptors are never received: recv(2) discards
    /// them.
    func receive(from descriptor: CInt) -> ReadResult {
        let count = recv(descriptor, room.bytes.baseAddress, room.bytes.count, CInt(MSG_DONTWAIT))
        if count > 0 { return .bytes(UnsafeRawBufferPointer(rebasing: room.bytes[..<count])) }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EINTR ? .nothing : .failed
    }

    private func serveQueued() {
        let turn = queued.prefix(Self.servedAtEnd)
        queued.removeFirst(turn.count)
        for connection in turn { connection.serveTurn() }
    }

    /// Gives queued connections another turn, then sends.
    ///
    /// - Returns: Whether something remains for the next turn.
    private func finishTurn() -> Bool {
        if !queued.isEmpty { serveQueued() }
        if !groups.isEmpty {
            var budget = SendBudget(limits)
            flushGroups(&budget)
        }
        if !channels.isEmpty {
            var budget = SendBudget(limits)
            flushChannels(&budget)
        }
        return !(queued.isEmpty && channels.isEmpty && groups.isEmpty)
    }
}

/// A channel or group of subscribers with bytes to send.
///
/// A protocol, so that the socket set does not depend on its senders, each of which refers to the set.
protocol Sender: AnyObject {
    /// Sends waiting bytes within the budget.
    func flush(_ budget: inout SendBudget)
}

/// A connection with requests that were not all processed in their turn.
///
/// A protocol, so that the socket set does not depend on the server.
protocol TurnTaker: AnyObject {
    /// Processes requests when the connection's turn comes again.
    func serveTurn()
}

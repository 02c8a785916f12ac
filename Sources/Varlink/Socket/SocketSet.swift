public import Systemd
import Glibc
public import Reactive

/// The sockets of all peers, in one epoll set, with their shared limits, receive buffer and end of turn.
///
/// Bytes sent within a turn of the loop go out at its end, so that a connection costs one send per turn,
/// whatever happened. Servers, line sockets and subscriber groups of one process use one set.
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
    private var channels: [Channel] = []
    private var frames: [SharedFrames] = []
    /// The connections whose requests were not all processed in their turn.
    private var queued: [ServerConnection] = []
    /// Whether the end of this turn is scheduled or in progress.
    private var hasEnd = false
    private var endOfTurn: AnyCancellable?
    let accounts: Accounts
    let lingering: Lingering
    private var eviction: Eviction?
    private let isPrivileged: (_ uid: UInt32, _ socket: CInt) -> Bool

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
        (self.loop, self.limits, self.clock, self.isPrivileged) = (loop, limits, clock, isPrivileged)
        accounts = Accounts(limits, by: clock)
        lingering = Lingering(accounts, by: clock)
        poll = try EpollSet(on: loop)
        stuck = PeerTimeouts(by: clock, atMost: limits.stuck)
        halfFrames = PeerTimeouts(by: clock, atMost: limits.halfFrame)
        endOfTurn = try loop.endOfTurn { [unowned self] in finishTurn() }
        eviction = Eviction(self)
        accounts.exceeded = { [unowned self] in relieve($0) }
    }

    /// The open channels.
    var open: [Channel] { poll.clients.compactMap { $0 as? Channel } }

    /// Sends waiting bytes immediately, as far as possible; called before the process ends.
    public func flush() {
        var budget = SendBudget.unlimited
        flushFrames(&budget)
        flushChannels(&budget)
    }

    /// Closes all connections; waiting bytes are discarded.
    public func close() {
        for channel in open { channel.close() }
        lingering.removeAll()
    }

    private func flushFrames(_ budget: inout SendBudget) {
        var waiting = take(&frames)[...]
        while !budget.isSpent, let next = waiting.popFirst() { next.flush(&budget) }
        frames = waiting + frames
    }

    private func flushChannels(_ budget: inout SendBudget) {
        var waiting = take(&channels)[...]
        while !budget.isSpent, let next = waiting.popFirst() {
            let before = next.unsent
            next.flush()
            budget.spend(max(0, before - next.unsent))
        }
        channels = waiting + channels
    }

    /// Adds an existing connection, such as one stored by the service manager.
    ///
    /// It is counted, but never refused because of limits.
    ///
    /// - Throws: An error if it is not a connected Unix socket, or cannot be watched.
    public func adopt(_ descriptor: consuming FileDescriptor) throws(SystemError) -> Channel {
        let account = try account(of: descriptor.raw)
        let channel = try Channel(descriptor, of: account, isReading: false, in: self)
        accounts.open(account)
        channel.addExtras().isShared = true
        channel.begin()
        return channel
    }

    /// Schedules another turn for a connection, after the others.
    func queue(_ connection: ServerConnection) {
        wake()
        queued.append(connection)
    }

    /// Schedules a flush of a channel at the end of the turn.
    func enlist(_ channel: Channel) {
        wake()
        channels.append(channel)
    }

    /// Schedules a flush of a subscriber group at the end of the turn.
    func enlist(_ frames: SharedFrames) {
        wake()
        self.frames.append(frames)
    }

    /// Returns the account of the peer of a socket.
    private func account(of socket: CInt) throws(SystemError) -> Account {
        let uid = try PeerCredentials(of: socket).uid
        return accounts.account(uid, isPrivileged: isPrivileged(uid, socket))
    }

    /// Creates the channel of a new connection.
    ///
    /// - Returns: `nil` if the limit of the user or of all users is reached; the connection is then closed.
    /// - Throws: An error if it is not a connected Unix socket, or cannot be watched.
    func admit(_ connection: consuming FileDescriptor, isReading: Bool) throws(SystemError) -> Channel? {
        let account = try account(of: connection.raw)
        eviction?.check(account)
        guard accounts.admits(account) else {
            log(.debug, "refusing a connection of user \(account.uid): there are too many")
            return nil
        }
        if !account.isPrivileged, account.connections >= limits.fullBuffers { shrink(connection.raw) }
        let channel = try Channel(connection, of: account, isReading: isReading, in: self)
        accounts.open(account)
        return channel
    }

    /// Limits the bytes that the kernel holds while the peer does not read.
    private func shrink(_ socket: CInt) {
        var size = CInt(limits.smallBuffer)
        // Fails for a socket that is no longer connected, which its next use detects.
        _ = setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    }

    /// Closes the connections of a user with the most unsent bytes, until there is room again.
    private func relieve(_ account: Account) {
        let largest = open.filter { $0.account === account && $0.held > 0 }.sorted { $0.held > $1.held }
        for channel in largest where !accounts.hasRoom(account) {
            channel.evict(because: "the user has had too many unsent bytes for \(limits.excess)")
        }
    }

    /// Reads once from a descriptor without blocking. Passed descriptors are never received: recv(2) discards
    /// them.
    func receive(from descriptor: CInt) -> ReadResult {
        let count = recv(descriptor, room.bytes.baseAddress, room.bytes.count, CInt(MSG_DONTWAIT))
        if count > 0 { return .bytes(UnsafeRawBufferPointer(rebasing: room.bytes[..<count])) }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EINTR ? .nothing : .failed
    }

    /// Called when one of the set's sockets is ready: this turn will have an end.
    func beginTurn() { hasEnd = true }

    /// Gives queued connections another turn, then sends.
    private func finishTurn() {
        hasEnd = true
        let turn = queued.prefix(Self.servedAtEnd)
        if !turn.isEmpty { queued.removeFirst(turn.count) }
        for connection in turn { connection.takeTurn() }
        var (forFrames, forOthers) = (SendBudget(limits), SendBudget(limits))
        flushFrames(&forFrames)
        flushChannels(&forOthers)
        hasEnd = false
        if !(queued.isEmpty && channels.isEmpty && frames.isEmpty) { wake() }
    }

    /// Ensures that this turn has an end, even if no other event occurs.
    private func wake() {
        guard !hasEnd else { return }
        hasEnd = true
        loop.next {}
    }

    private func take<Element>(_ list: inout [Element]) -> [Element] {
        defer { list = [] }
        return list
    }
}

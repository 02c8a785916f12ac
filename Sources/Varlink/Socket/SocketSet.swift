public import Systemd
import Glibc
public import Reactive

/// The sockets of all peers, in one epoll set, and what they share: limits, room to read into, the end of a turn.
///
/// What is sent within a turn of the loop goes out at its end, so that a connection costs one send a turn however
/// much happened. Servers, line sockets and shared frames of one process use one set.
public final class SocketSet {
    /// How many connections get another turn at the end of a turn of the loop.
    private static let servedAtEnd = 64

    /// The loop that all turn on.
    public let loop: EventLoop
    /// What peers may take.
    public let limits: Limits

    /// Where it is noted how far some of its connections are; `nil` when nothing is.
    public var ledger: Ledger?

    let poll: InnerPoll
    let clock: AnyScheduler
    let stuck: Waiting
    let halfFrames: Waiting
    /// To read into, and to put side by side what is sent at once; what is in it is used before anything else happens.
    let room = Room(bytes: 65_536)
    private var channels: [Channel] = []
    private var frames: [SharedFrames] = []
    /// Those whose requests were not all served in their turn.
    private var queued: [Connection] = []
    /// The end of this turn will come, or has begun.
    private var hasEnd = false
    private var endOfTurn: AnyCancellable?
    private var users: [UInt32: Int] = [:]

    /// How many connections there are.
    public private(set) var count = 0

    /// Makes an empty set.
    ///
    /// - Parameters:
    ///   - loop: The loop that its sockets turn on.
    ///   - limits: What peers may take.
    ///   - clock: What their delays are measured by; `nil` is the loop.
    /// - Throws: When there is no descriptor left.
    public init(
        on loop: EventLoop, limits: Limits = Limits(), clock: AnyScheduler? = nil
    ) throws(SystemError) {
        let clock = clock ?? AnyScheduler(loop)
        (self.loop, self.limits, self.clock) = (loop, limits, clock)
        poll = try InnerPoll(on: loop)
        stuck = Waiting(by: clock, atMost: limits.stuck)
        halfFrames = Waiting(by: clock, atMost: limits.halfFrame)
        endOfTurn = try loop.endOfTurn { [unowned self] in finishTurn() }
    }

    /// Sends now what waits for the end of the turn, as far as it goes; before the process ends.
    public func flush() {
        var budget = SendBudget.unlimited
        flushFrames(&budget)
        flushChannels(&budget)
    }

    /// Ends all connections; what waits is lost.
    public func close() {
        for case let channel as Channel in poll.clients { channel.close() }
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

    /// Takes in a connection that was made elsewhere, such as one that the service manager kept.
    ///
    /// It counts, but is not refused when there are too many.
    ///
    /// - Throws: When it is no connected Unix socket, or cannot be watched.
    public func adopt(_ descriptor: consuming FileDescriptor) throws(SystemError) -> Channel {
        let identity = try Identity(of: descriptor.raw)
        let channel = try Channel(descriptor, identity, isCounted: true, isReading: false, in: self)
        count += 1
        users[identity.uid, default: 0] += 1
        channel.addExtras().isShared = true
        channel.begin()
        return channel
    }

    /// Gives a connection another turn, after all others have had theirs.
    func queue(_ connection: Connection) {
        wake()
        queued.append(connection)
    }

    /// Flushes a channel at the end of the turn.
    func enlist(_ channel: Channel) {
        wake()
        channels.append(channel)
    }

    /// Flushes frames at the end of the turn.
    func enlist(_ frames: SharedFrames) {
        wake()
        self.frames.append(frames)
    }

    /// Counts a connection of a user.
    ///
    /// - Returns: `false` when there are too many; it is then not counted.
    func admit(_ user: UInt32) -> Bool {
        guard count < limits.connections, users[user, default: 0] < limits.connectionsPerUser else {
            return false
        }
        count += 1
        users[user, default: 0] += 1
        return true
    }

    /// Counts a connection of a user no longer.
    func dismiss(_ user: UInt32) {
        count -= 1
        users[user, default: 1] -= 1
        if users[user] == 0 { users[user] = nil }
    }

    /// Reads once from a descriptor, without waiting. Never takes in descriptors that are sent along: recv(2)
    /// drops them.
    func receive(from descriptor: CInt) -> Received {
        let count = recv(descriptor, room.bytes.baseAddress, room.bytes.count, CInt(MSG_DONTWAIT))
        if count > 0 { return .bytes(UnsafeRawBufferPointer(rebasing: room.bytes[..<count])) }
        if count == 0 { return .end }
        return errno == EAGAIN || errno == EINTR ? .nothing : .failed
    }

    /// One of the set's own sockets is served: this turn will have an end.
    func beginTurn() { hasEnd = true }

    /// Lets some of those who were not served whole have another turn, then sends.
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

    /// Sees to it that this turn has an end, also when nothing else is served.
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

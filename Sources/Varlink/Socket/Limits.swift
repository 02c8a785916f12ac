/// The limits on the resources of peers.
public nonisolated struct Limits: Hashable, Sendable {
    /// The maximum size of an incoming message, in bytes.
    public var frame = 65_536
    /// The number of requests of one connection that are processed before the turn of the next connection.
    public var requestsPerTurn = 16
    /// The maximum number of sends in a turn of the loop, counted separately for groups of subscribers and
    /// for other channels; the rest follows in the next turn.
    public var sendsPerTurn = 1_024
    /// The approximate maximum number of bytes of those sends.
    public var bytesPerTurn = 16 << 20
    /// The maximum number of connections of one user.
    public var connectionsPerUser = 256
    /// The maximum number of connections of one privileged user; `nil` for the overall maximum.
    public var connectionsPerPrivilegedUser: Int?
    /// The maximum number of connections overall.
    public var connections = 4_096
    /// The number of these that are reserved for privileged users.
    public var reservedConnections = 0
    /// The maximum number of unsent bytes at which further requests of the connection are processed.
    public var unsent = 262_144
    /// The maximum number of unsent bytes of one user at which more output is produced for the user's
    /// connections; privileged users have four times as much.
    public var unsentPerUser = 16 << 20
    /// The number of unsent bytes that all unprivileged users share in equal parts, as soon as a part is
    /// smaller than `unsentPerUser`.
    public var unsentInAll = 32 << 20
    /// The maximum number of received bytes, of unfinished messages and of pending requests, that are held
    /// for one user; privileged users have four times as much.
    public var receivedPerUser = 1 << 20
    /// The number of received bytes that all unprivileged users share in equal parts.
    public var receivedInAll = 8 << 20
    /// The number of connections of a user with socket buffers of the system's default size; the buffers of
    /// further ones hold `smallBuffer` bytes. The kernel accounts sent bytes that the peer has not read to
    /// this process.
    public var fullBuffers = 16
    /// The size of a small socket buffer, in bytes; the kernel needs about twice as much memory.
    public var smallBuffer = 8_192
    /// The time within which the rest of a message must arrive.
    public var halfFrame: Duration = .seconds(30)
    /// The time for which a peer may read nothing while bytes wait for it.
    public var stuck: Duration = .seconds(300)
    /// The time for which a user may have more unsent bytes than permitted.
    public var excess: Duration = .seconds(30)
    /// The time for which a connection may be idle, without a call, when slots are short.
    public var idle: Duration = .seconds(60)
    /// The time for which a connection may be idle before its first request, when slots are short.
    public var silent: Duration = .seconds(10)

    /// Creates limits that suit a service on one machine.
    public init() {}
}

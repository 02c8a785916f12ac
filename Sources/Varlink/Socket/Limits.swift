/// What strangers on a socket may take.
public nonisolated struct Limits: Hashable, Sendable {
    /// The most bytes of a message that comes in.
    public var frame = 65_536
    /// How many requests of one connection are served before it is the next one's turn.
    public var requestsPerTurn = 16
    /// How many sends to followers of shared frames, and how many others, a turn of the loop makes; the rest follows in
    /// the next.
    public var sendsPerTurn = 1_024
    /// The most bytes of those, about.
    public var bytesPerTurn = 16 << 20
    /// The most connections of one user.
    public var connectionsPerUser = 256
    /// The most connections of all users.
    public var connections = 4_096
    /// The most bytes that may wait to be sent while further requests of the connection are served.
    public var unsent = 262_144
    /// How long the rest of a message may take to come.
    public var halfFrame: Duration = .seconds(30)
    /// How long a connection may take nothing of what waits for it.
    public var stuck: Duration = .seconds(300)

    /// Makes limits that suit a service on one machine.
    public init() {}
}

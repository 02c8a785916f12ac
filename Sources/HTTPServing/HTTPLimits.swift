/// The limits of a server; a client that exceeds one of them is disconnected or gets an error.
public nonisolated struct HTTPLimits: Sendable {
    /// The maximum number of connections.
    public var connections = 4096
    /// The maximum number of connections from one address.
    public var connectionsPerAddress = 64
    /// The maximum number of connections of one user to Unix sockets; the reverse proxy has no limit.
    public var connectionsPerUser = 512
    /// The maximum number of bytes of a response.
    public var unread = 32 << 20
    /// The maximum number of bytes of all responses that clients have not read, each counted once.
    public var unreadInAll = 48 << 20
    /// The duration without a byte in either direction after which a connection is closed.
    public var silence: Duration = .seconds(30)
    /// The duration after which a connection is closed that is between two requests, or whose request is
    /// incomplete, even if bytes arrive.
    public var patience: Duration = .seconds(30)
    /// The memory for the head of a request and of its response, in bytes; cookies are kept twice. A stream
    /// keeps it as long as it lasts.
    public var memory = 8 * 1024
    /// The maximum number of bytes in the content of a request.
    public var content = 4096

    /// Makes the limits.
    public init() {}
}

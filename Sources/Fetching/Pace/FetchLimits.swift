/// The limits of the fetcher, over all requests.
public nonisolated struct FetchLimits: Hashable, Sendable {
    /// The maximum number of concurrent transfers.
    public var transfers = 32
    /// The maximum number of concurrent lookups; each occupies a thread, even after its request was
    /// abandoned.
    public var lookups = 24
    /// The maximum number of concurrent transfers per host.
    public var transfersPerHost = 2
    /// The maximum number of concurrent transfers per host while some of them hang.
    public var transfersPerHangingHost = 8
    /// The minimum interval between the starts of two requests to one host, unless it is this machine.
    public var spacing: Duration = .seconds(1)
    /// The duration of a host's hold after a 429 or 503 without `Retry-After`.
    public var holdAfterRefusal: Duration = .seconds(60)
    /// The largest body kept in memory, in bytes; larger ones go to an unlinked file.
    public var memory = 1 << 20
    /// The directory of those files.
    public var spoolDirectory: String
    /// The time limit of a name lookup, and then of establishing a connection.
    public var connecting: Duration = .seconds(20)
    /// The maximum duration of a transfer below ten bytes per second.
    public var stalling: Duration = .seconds(30)

    /// Creates the default limits.
    ///
    /// - Parameter spoolDirectory: The directory for large bodies while they are in use.
    public init(spoolDirectory: String) { self.spoolDirectory = spoolDirectory }
}

/// What the fetcher allows itself, over all requests.
public nonisolated struct Limits: Hashable, Sendable {
    /// The most transfers at a time; each may cost a thread while its host's name is resolved.
    public var transfers = 32
    /// The most transfers at a time to one host.
    public var transfersPerHost = 2
    /// The least time between the beginnings of two requests to one host, unless it is this machine.
    public var spacing: Duration = .seconds(1)
    /// How long a host is left alone after a 429 or 503 that does not say.
    public var holdAfterRefusal: Duration = .seconds(60)
    /// The largest body kept in memory, bytes; larger ones lie in an unlinked file.
    public var memory = 1 << 20
    /// Where such files are made.
    public var spoolDirectory: String
    /// How long a connection may take to stand, the host's name included.
    public var connecting: Duration = .seconds(20)
    /// How long a transfer may crawl below ten bytes a second.
    public var stalling: Duration = .seconds(30)

    /// Makes the usual limits.
    ///
    /// - Parameter spoolDirectory: Where large bodies are kept while they are needed.
    public init(spoolDirectory: String) { self.spoolDirectory = spoolDirectory }
}

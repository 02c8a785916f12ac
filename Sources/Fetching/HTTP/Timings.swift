/// The times at which an attempt's last request reached its stages, measured from the start of that request;
/// `nil` for a stage that was not reached or, on a reused connection, not needed.
public nonisolated struct Timings: Hashable, Sendable {
    /// The time at which the name was resolved.
    public var resolved: Duration?
    /// The time at which the connection was established.
    public var connected: Duration?
    /// The time at which the TLS handshake was complete.
    public var secured: Duration?
    /// The time at which the first byte of the response arrived.
    public var answered: Duration?
    /// The total duration.
    public var total: Duration = .zero
    /// Bytes of the body as received over the network.
    public var receivedBytes = 0
    /// Bytes of the body after decoding.
    public var decodedBytes = 0

    /// Creates empty timings.
    public init() {}

    /// Adds a lookup that preceded all other stages.
    mutating func add(lookup: Duration) {
        if lookup > .zero { resolved = lookup }
        connected = connected.map { $0 + lookup }
        secured = secured.map { $0 + lookup }
        answered = answered.map { $0 + lookup }
        total += lookup
    }
}

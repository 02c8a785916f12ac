/// How long the parts of an attempt's last request took, each from its beginning; `nil` for a part that was not reached or,
/// on a connection that was still open, not needed.
public nonisolated struct Timings: Hashable, Sendable {
    /// Until the name was resolved.
    public var resolved: Duration?
    /// Until the connection stood.
    public var connected: Duration?
    /// Until TLS stood.
    public var secured: Duration?
    /// Until the answer's first byte.
    public var answered: Duration?
    /// The whole.
    public var total: Duration = .zero
    /// Bytes of the body as they came over the network.
    public var receivedBytes = 0
    /// Bytes of the body, decoded.
    public var decodedBytes = 0

    /// Makes timings of an attempt that has just begun.
    public init() {}
}

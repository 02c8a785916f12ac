/// An event of a stream.
public nonisolated enum StreamEvent: Sendable {
    /// The connection is established and, with TLS, the server's certificate was verified.
    case opened
    /// The next bytes.
    case bytes([UInt8])
    /// The connection could not be established, or has ended; nothing follows.
    case closed(FetchFailure)
}

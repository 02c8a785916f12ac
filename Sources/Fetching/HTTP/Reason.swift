/// Why the newest answer of a source is not there: `Failure.reason` of the interface io.almanac.
public nonisolated enum Reason: String, Hashable, Sendable, CaseIterable {
    /// This machine has no way to the network; counts as no failure of the upstream.
    case offline
    /// The host's name could not be resolved.
    case dns
    /// The host did not take the connection, or broke it.
    case connect
    /// No secure connection: certificate, protocol.
    case tls
    /// It took too long.
    case timeout
    /// The upstream answered with another status than success.
    case http
    /// The upstream refuses us: 401, 403, 407.
    case denied
    /// The document is larger than allowed.
    case size
    /// The document ended before its end.
    case truncated
    /// The document has no content.
    case empty
    /// The document is something else than it should be.
    case content
    /// The document's members are not those expected.
    case shape
    /// The document could not be read.
    case parse
    /// Our own rules forbid the request.
    case policy
    /// Something else must come first: another source, or the end of a host's back-off.
    case waiting
    /// A local file could not be read.
    case file
    /// The definition cannot work as it stands.
    case configuration

    /// Whether trying again soon may help; otherwise only a change on either side does.
    public var isPassing: Bool {
        switch self {
        case .offline, .dns, .connect, .timeout, .http, .truncated, .empty, .waiting, .file: true
        case .tls, .denied, .size, .content, .shape, .parse, .policy, .configuration: false
        }
    }
}

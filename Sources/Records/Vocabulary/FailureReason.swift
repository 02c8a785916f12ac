/// The reason why the latest state of a source is not available: `Failure.reason` of the interface
/// io.almanac.
public enum FailureReason: String, Hashable, Sendable, CaseIterable {
    /// This machine has no route to the network; not a failure of the upstream.
    case offline
    /// The name of the host cannot be resolved.
    case dns
    /// The host refused or broke the connection.
    case connect
    /// No secure connection can be established: certificate or protocol.
    case tls
    /// The attempt took too long.
    case timeout
    /// The upstream answered with a status other than success.
    case http
    /// The upstream denies access: 401, 403, 407.
    case denied
    /// The document is larger than allowed.
    case size
    /// The document ended too early.
    case truncated
    /// The document has no bytes, or only whitespace.
    case empty
    /// The document is of another kind, such as a web page instead of a table.
    case content
    /// The document can be read but lacks something that the definition requires.
    case shape
    /// The document violates the rules of its format.
    case parse
    /// A rule of this daemon forbids the request.
    case policy
    /// The request must wait for another source, or for the end of a host's backoff.
    case waiting
    /// A local file cannot be read.
    case file
    /// The definition cannot work as it is.
    case configuration

    /// Whether a document was received, and refused as a whole.
    public var isOfDocument: Bool {
        switch self {
        case .size, .truncated, .empty, .content, .shape, .parse: true
        case .offline, .dns, .connect, .tls, .timeout, .http, .denied, .policy, .waiting, .file,
            .configuration:
            false
        }
    }

    /// Whether another attempt may succeed without a change on either side.
    public var isTransient: Bool {
        switch self {
        case .offline, .dns, .connect, .timeout, .http, .truncated, .empty, .waiting, .file: true
        case .tls, .denied, .size, .content, .shape, .parse, .policy, .configuration: false
        }
    }
}

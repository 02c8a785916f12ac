/// A step of an attempt in progress, for display.
public nonisolated struct Progress: Hashable, Sendable {
    /// The event that has just begun or happened.
    public enum Step: Hashable, Sendable {
        /// The request waits in the queue of its host.
        case queued(host: String)
        /// The host's name is being resolved.
        case resolving(host: String)
        /// The address is known; the connection is being established.
        case connecting(address: String)
        /// The connection is established, including TLS if used; the request is being sent.
        case asking(address: String)
        /// The upstream redirected the request.
        case redirected(status: Int, to: String)
        /// The head of the response has arrived, by a version of HTTP such as `HTTP/2`.
        case answering(status: Int, version: String)
        /// Part of the body has arrived. `bytes` counts decoded bytes; `of` is the total if the upstream
        /// stated it and the body is not compressed.
        case receiving(bytes: Int, of: Int?)
    }

    /// The step.
    public let step: Step
    /// The time since the attempt began.
    public let elapsed: Duration
}

/// A step of an attempt under way, for people who watch it.
public nonisolated struct Progress: Hashable, Sendable {
    /// What has just begun or happened.
    public enum Step: Hashable, Sendable {
        /// Waits for its turn at this host.
        case queued(host: String)
        /// Looks for the host's address.
        case resolving(host: String)
        /// The address is known, the connection is being made.
        case connecting(address: String)
        /// The connection stands, TLS too where it is used; the request goes out.
        case asking(address: String)
        /// The upstream sends us elsewhere.
        case redirected(status: Int, to: String)
        /// The head of the answer is there.
        case answering(status: Int)
        /// So many bytes of the body are there, decoded; of so many, where the upstream said it
        /// and the body is not compressed.
        case receiving(bytes: Int, of: Int?)
    }

    /// The step.
    public let step: Step
    /// When, from the beginning of the attempt.
    public let elapsed: Duration
}

/// Why an attempt brought no answer, and what to do about it.
public nonisolated struct FetchFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let reason: Reason
    /// What failed and what can be done, one line, lower case; never a secret, never the upstream's own text.
    public let message: String
    /// The status the upstream answered with; `nil` when it did not answer.
    public var httpStatus: Int?
    /// How long not to ask again; `nil` when unsaid.
    public var retryAfter: Duration?
    /// How far the attempt came; `nil` when it never left.
    public var timings: Timings?

    /// Makes a failure.
    public init(
        _ reason: Reason, _ message: String, httpStatus: Int? = nil, retryAfter: Duration? = nil,
        timings: Timings? = nil
    ) {
        (self.reason, self.message) = (reason, message)
        (self.httpStatus, self.retryAfter, self.timings) = (httpStatus, retryAfter, timings)
    }

    /// The reason and the message.
    public var description: String { "\(reason.rawValue): \(message)" }
}

public import Records

/// The reason why an attempt failed, with advice.
public nonisolated struct FetchFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let reason: FailureReason
    /// A single line in lower case that says what failed and what can be done; never contains a secret. It
    /// contains text of the upstream only if a document cannot be read: the fault, and some names.
    public let message: String
    /// The status of the response; `nil` if there was none.
    public var httpStatus: Int?
    /// The time to wait before the next request; `nil` if the upstream stated none.
    public var retryAfter: Duration?
    /// The timings up to the failure; `nil` if no request was sent.
    public var timings: Timings?
    /// The error code of a token server that refuses, such as `invalid_client` (RFC 6749 §5.2); `nil` for any
    /// other failure.
    public var code: String?
    /// The reason that the upstream states itself, on one line, to be quoted; `nil` if it states none, or the
    /// request had a secret, which it may repeat.
    public var quote: String?
    /// The fingerprint of a document that is refused unless it arrives again; `nil` for any other failure.
    public var document: String?
    /// The names in a document that cannot be read, such as those of members; empty if they are not all known.
    public var members: [String] = []

    /// Creates a failure.
    public init(
        _ reason: FailureReason, _ message: String, httpStatus: Int? = nil, retryAfter: Duration? = nil,
        timings: Timings? = nil
    ) {
        self.reason = reason
        self.message = message
        self.httpStatus = httpStatus
        self.retryAfter = retryAfter
        self.timings = timings
    }

    /// Whether the upstream asks to wait with all requests to its host, not only with this one.
    ///
    /// Source: RFC 6585 §4 (429), RFC 9110 §15.6.4 (503).
    public var concernsHost: Bool { httpStatus == 429 || httpStatus == 503 }

    /// The message with the reason that the upstream states itself.
    public var explanation: String { message + (quote.map { ": \"\($0)\"" } ?? "") }

    /// The same failure with another message.
    public func saying(_ message: String) -> FetchFailure {
        var failure = FetchFailure(
            reason, message, httpStatus: httpStatus, retryAfter: retryAfter, timings: timings)
        failure.code = code
        failure.quote = quote
        failure.document = document
        failure.members = members
        return failure
    }

    /// The reason and the message.
    public var description: String { "\(reason.rawValue): \(message)" }
}

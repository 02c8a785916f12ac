public import Records

/// The failure of a service that finds places, with advice.
public struct PlaceError: Error, Hashable, CustomStringConvertible {
    /// The reason of the failure; `nil` if the service answered that there is no such place.
    public let reason: FailureReason?
    /// The failure and advice, on one line in lower case; the service's own text only without words that may
    /// be a key.
    public let message: String
    /// The time to wait before the next request; `nil` if waiting does not help.
    public let retryAfter: Duration?
    /// Whether the answer is a web page.
    public var isWebPage = false

    /// Creates an error.
    public init(_ reason: FailureReason?, _ message: String, retryAfter: Duration? = nil) {
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
    }

    /// The message.
    public var description: String { message }
}

/// Why a service that finds places gave no answer, and what to do about it.
public struct PlaceError: Error, Hashable, CustomStringConvertible {
    /// What kind of failure it is; the names are those of a failure's reason in io.almanac.
    public enum Reason: String, Sendable, CaseIterable {
        /// It does not let us in: the key, or what the key may do.
        case denied
        /// It failed itself, or wants us to wait.
        case http
        /// It did not understand the question.
        case content
        /// Its answer is not of the shape that it documents.
        case shape
        /// Its answer cannot be read.
        case parse
        /// Its operator forbids the question.
        case policy
        /// There is no such place any more.
        case missing
    }

    /// What kind of failure it is.
    public let reason: Reason
    /// What failed and what can be done, one line, lower case; never the service's own text, which may echo a key.
    public let message: String
    /// How long not to ask again; `nil` when there is no reason to wait.
    public let retryAfter: Duration?

    /// Makes an error of its parts.
    public init(_ reason: Reason, _ message: String, retryAfter: Duration? = nil) {
        (self.reason, self.message, self.retryAfter) = (reason, message, retryAfter)
    }

    /// The message.
    public var description: String { message }
}

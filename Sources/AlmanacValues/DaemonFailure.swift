public import Records

/// A failure of the daemon itself, such as that it cannot store records because the disk is full:
/// io.almanac's `DaemonFailure`.
public struct DaemonFailure: Hashable, Sendable {
    /// A description of the failure: what cannot be done, and why.
    public let message: String
    /// The time of the first failed attempt since the last one that succeeded.
    public let since: UTC

    /// Makes a failure of a message and a time.
    public init(_ message: String, since: UTC) {
        self.message = message
        self.since = since
    }

    /// Parses a failure; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let message = json["message"]?.string, let since = json["sinceUSec"]?.moment else { return nil }
        self.message = message
        self.since = since
    }
}

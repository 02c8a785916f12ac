public import Records

/// A period of a source whose attempts all succeeded, or all failed for the same reason: io.almanac's
/// `Phase`.
public struct Phase: Hashable, Sendable {
    /// The start; a phase lasts until the next one starts.
    public let start: UTC
    /// The reason of the failures, by its name in io.almanac, such as `timeout`; `nil` if the attempts
    /// succeeded.
    public let reason: String?

    /// Parses a phase; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let start = json["realtimeUSec"]?.moment else { return nil }
        self.start = start
        reason = json["reason"]?.string
    }
}

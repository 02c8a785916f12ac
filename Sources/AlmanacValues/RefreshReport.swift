public import Records

/// The result of a request to fetch sources now: the answer of Refresh.
public struct RefreshReport: Sendable {
    /// The names of the sources that were fetched, or are being fetched.
    public let started: [String]
    /// The names of the sources that were not fetched, because it is too early for their upstream.
    public let skipped: [String]
    /// The delay until the skipped sources can be fetched; `nil` if unknown.
    public let retryAfter: Duration?
    /// The answer as received from the daemon.
    public let json: JSON

    /// Parses an answer; members that are missing are `nil` or empty.
    public init(_ json: JSON) {
        started = (json["started"]?.array ?? []).compactMap(\.string)
        skipped = (json["skipped"]?.array ?? []).compactMap(\.string)
        retryAfter = json["retryAfterUSec"]?.int.map { .microseconds($0) }
        self.json = json
    }
}

public import Records

/// A row or field that the daemon could not read: io.almanac's `Reject`.
public struct ReportedReject: Sendable {
    /// The reject.
    public let reject: Reject
    /// The reject as received from the daemon.
    public let json: JSON

    /// Parses a reject; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let found = json["found"]?.string, let reason = json["reason"]?.string else { return nil }
        reject = Reject(
            line: json["line"]?.int, offset: json["offset"]?.int, key: json["key"]?.string,
            field: json["field"]?.string, found: found, reason: reason)
        self.json = json
    }
}

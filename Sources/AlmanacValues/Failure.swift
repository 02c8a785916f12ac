public import Records

/// The reason why the last attempt failed.
public struct Failure: Hashable, Sendable {
    /// The reason, by its name in io.almanac, such as `timeout`.
    public let reason: String
    /// A description of the failure and its remedy.
    public let message: String
    /// The upstream's HTTP status; `nil` if there was no response.
    public let httpStatus: Int?
    /// The time of the failure.
    public let at: UTC
    /// The number of consecutive failures.
    public let count: Int
    /// The error code of a token server that refused, such as `invalid_client`; `nil` for other failures.
    public let code: String?

    /// Parses a failure; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let reason = json["reason"]?.string, let message = json["message"]?.string,
            let at = json["realtimeUSec"]?.moment
        else { return nil }
        self.reason = reason
        self.message = message
        self.at = at
        httpStatus = json["httpStatus"]?.int
        count = json["count"]?.int ?? 1
        code = json["code"]?.string
    }
}

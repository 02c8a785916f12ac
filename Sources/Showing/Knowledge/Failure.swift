public import Records

/// Why the last attempt failed.
public struct Failure: Hashable, Sendable {
    /// The kind, as io.almanac names it, such as `timeout`.
    public let reason: String
    /// What failed, and what to do.
    public let message: String
    /// The upstream's status; `nil` when there was no answer.
    public let httpStatus: Int?
    /// When.
    public let at: UTC
    /// How many in a row.
    public let count: Int

    /// Reads what the daemon says; `nil` when it says something else.
    public init?(_ json: JSON) {
        guard let reason = json["reason"]?.string, let message = json["message"]?.string,
            let at = json["realtimeUSec"]?.moment
        else { return nil }
        (self.reason, self.message, self.at) = (reason, message, at)
        httpStatus = json["httpStatus"]?.int
        count = json["count"]?.int ?? 1
    }

    /// What failed and why, in one line: the kind in front unless the message begins with it.
    public var line: Line {
        message.utf8.starts(with: reason.utf8) ? Line(message) : Line(reason, .bad) + Line(": \(message)")
    }
}

extension JSON {
    /// The moment, when this is a number of microseconds since 1970, within some thousand years.
    var moment: UTC? { int.flatMap { $0.magnitude < 1 << 57 ? UTC(microseconds: Int64($0)) : nil } }
}

public import Records

/// A publication that is missing: the source nearly always published it earlier, and an answer after that time
/// did not have it: io.almanac's `Overdue`.
public struct MissingPublication: Hashable, Sendable {
    /// The usual time of the first publication that is missing, as the documents state it.
    public let expected: UTC
    /// The time by which at least 99 % of such publications were seen.
    public let limit: UTC
    /// The time of the latest answer, which did not have it.
    public let checked: UTC

    /// Parses a missing publication; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let expected = json["expectedUSec"]?.moment, let limit = json["limitUSec"]?.moment,
            let checked = json["checkedUSec"]?.moment
        else { return nil }
        self.expected = expected
        self.limit = limit
        self.checked = checked
    }
}

extension Runtime {
    /// Returns the publication that is missing; `nil` if none is known to be, or if the last answer has
    /// expired, after which the upstream may have published it.
    public func overdue(at now: UTC) -> MissingPublication? {
        let isOver = expires.map { $0 < now } ?? false
        return isOver || standing == .failing ? nil : overdue
    }
}

public import Records

/// A publication that is missing: the source nearly always published it earlier, and an answer after that
/// time did not have it.
///
/// It says nothing about the time after the answer.
public struct Overdue: Hashable, Sendable {
    /// The usual time of the first publication that is missing, as the documents state it.
    public let expected: UTC
    /// The time by which at least 99 % of such publications were seen.
    public let limit: UTC
    /// The time of the latest answer, which did not have it either.
    public let checked: UTC

    /// Creates a missing publication.
    public init(expected: UTC, limit: UTC, checked: UTC) {
        self.expected = expected
        self.limit = limit
        self.checked = checked
    }
}

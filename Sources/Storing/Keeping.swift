public import Records

/// Which stored records stay that a document does not have.
public struct Keeping: Hashable, Sendable {
    /// So many of them at most, those that changed last.
    public let count: Int
    /// Only those that changed at this moment or later; `nil` when any may stay.
    public let changedSince: UTC?

    /// Keeps some of them.
    public init(count: Int = .max, changedSince: UTC? = nil) {
        (self.count, self.changedSince) = (count, changedSince)
    }

    /// The document says all that there is.
    public static let none = Keeping(count: 0)
    /// Whatever was there stays.
    public static let all = Keeping()
}

/// A column of a table.
public struct Column: Sendable {
    /// What stands above it.
    public let title: String
    /// Whether its cells stand at its right edge, as numbers do.
    public let isNumber: Bool
    /// Whether its cells are never wrapped.
    public let isWhole: Bool
    /// Where room is short, columns of a lower rank go first; `nil` never goes.
    public let rank: Int?

    /// Makes a column.
    public init(_ title: String, isNumber: Bool = false, isWhole: Bool = false, rank: Int? = nil) {
        (self.title, self.isNumber, self.isWhole, self.rank) = (title, isNumber, isWhole, rank)
    }
}

/// A column of a table.
public struct Column: Sendable {
    /// The title above the column.
    public let title: String
    /// Whether the cells are aligned right, as numbers are.
    public let isNumber: Bool
    /// Whether its cells are never wrapped.
    public let isWhole: Bool
    /// The rank: if room is short, columns of a lower rank are omitted first; a column with `nil` is never
    /// omitted.
    public let rank: Int?

    /// Makes a column.
    public init(_ title: String, isNumber: Bool = false, isWhole: Bool = false, rank: Int? = nil) {
        self.title = title
        self.isNumber = isNumber
        self.isWhole = isWhole
        self.rank = rank
    }
}

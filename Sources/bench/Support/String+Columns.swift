/// Columns of a printed table.
nonisolated extension String {
    /// Returns the text padded on the right to a width.
    func left(_ width: Int) -> String { self + blanks(width) }

    /// Returns the text padded on the left to a width.
    func right(_ width: Int) -> String { blanks(width) + self }

    private func blanks(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) }
}

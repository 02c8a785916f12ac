/// Columns of a table that is printed.
nonisolated extension String {
    /// With blanks behind it, so that it is so wide at least.
    func left(_ width: Int) -> String { self + blanks(width) }

    /// With blanks before it, so that it is so wide at least.
    func right(_ width: Int) -> String { blanks(width) + self }

    private func blanks(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) }
}

extension StringProtocol {
    /// Whether this text comes before another one in the order of bytes, which is the order of all lists and
    /// of SQLite.
    ///
    /// The standard library's `<` treats canonically equivalent texts as equal.
    @inlinable
    public func precedes(_ other: some StringProtocol) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

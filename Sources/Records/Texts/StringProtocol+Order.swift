extension StringProtocol {
    /// Whether it comes before another text in the order of their bytes, by which all is sorted here, and in SQLite.
    ///
    /// The library's `<` takes texts for equal that are canonically equivalent.
    @inlinable
    public func precedes(_ other: some StringProtocol) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

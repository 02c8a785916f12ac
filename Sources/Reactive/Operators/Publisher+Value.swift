extension Publisher {
    /// The value of a `Just`. The comparison of types is resolved where the type is known, unlike a cast
    /// alone.
    @inlinable var onlyValue: Output? {
        guard Self.self == Just<Output>.self, let just = self as? Just<Output> else { return nil }
        return just.output
    }
}

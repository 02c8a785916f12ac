extension Publisher {
    /// Publishes a value in place of every `nil`.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.map { $0 > 1 ? $0 : nil }.replaceNil(with: 0)
    /// ```
    /// Marble: `1-2|` → `0-2|`
    ///
    /// Demand: passed on.
    @inlinable
    public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        Publishers.Map(upstream: self) { $0 ?? output }
    }
}

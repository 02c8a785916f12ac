extension Publisher {
    /// Publishes two properties of each value.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.map(\.bitWidth, \.nonzeroBitCount)
    /// ```
    /// Marble: `1-3|` → `[64,1]-[64,2]|`
    ///
    /// Demand: passed on.
    @inlinable
    public func map<T0, T1>(
        _ first: KeyPath<Output, T0>, _ second: KeyPath<Output, T1>
    ) -> Publishers.Map<Self, (T0, T1)> {
        map { ($0[keyPath: first], $0[keyPath: second]) }
    }

    /// Publishes three properties of each value.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.map(\.bitWidth, \.nonzeroBitCount, \.self)
    /// ```
    /// Marble: `1-3|` → `[64,1,1]-[64,2,3]|`
    ///
    /// Demand: passed on.
    @inlinable
    public func map<T0, T1, T2>(
        _ first: KeyPath<Output, T0>, _ second: KeyPath<Output, T1>, _ third: KeyPath<Output, T2>
    ) -> Publishers.Map<Self, (T0, T1, T2)> {
        map { ($0[keyPath: first], $0[keyPath: second], $0[keyPath: third]) }
    }
}

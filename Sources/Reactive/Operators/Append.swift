extension Publisher {
    /// Publishes some values after this publisher has finished.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.append(8, 9)
    /// ```
    /// Marble: `1-2|` → `1-2(89|)`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    @inlinable
    public func append(
        _ elements: Output...
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(elements)
    }

    /// Publishes the elements of a sequence after this publisher has finished.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.append([8, 9])
    /// ```
    /// Marble: `1-2|` → `1-2(89|)`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    @inlinable
    public func append<S: Sequence>(
        _ elements: S
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<S, Failure>> where S.Element == Output {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Continues with another publisher after this one has finished.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.append(other)
    /// ```
    /// Marble: `1-2|` and `8-9|` → `1-28-9|`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    @inlinable
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }

    /// Publishes some values before this publisher.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.prepend(8, 9)
    /// ```
    /// Marble: `1-2|` → `(891)-2|`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    @inlinable
    public func prepend(
        _ elements: Output...
    ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(elements)
    }

    /// Publishes the elements of a sequence before this publisher.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.prepend([8, 9])
    /// ```
    /// Marble: `1-2|` → `(891)-2|`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    @inlinable
    public func prepend<S: Sequence>(
        _ elements: S
    ) -> Publishers.Concatenate<Publishers.Sequence<S, Failure>, Self> where S.Element == Output {
        prepend(Publishers.Sequence(sequence: elements))
    }

    /// Publishes all values of another publisher before this one.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let other = PassthroughSubject<Int, Never>()
    /// let result = numbers.prepend(other)
    /// ```
    /// Marble: `1-2|` and `8-9|` → `8-91-2|`
    ///
    /// Demand: the remaining demand, of one publisher after another.
    @inlinable
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where P.Output == Output, P.Failure == Failure {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }
}

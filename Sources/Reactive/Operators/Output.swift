extension Publishers {
    /// Publishes the values at some positions, and finishes after the last of them.
    public struct Output<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The positions, counted from 0.
        public let range: CountableRange<Int>

        /// Makes the publisher that `output(in:)` and `prefix(_:)` return.
        @inlinable
        public init(upstream: Upstream, range: CountableRange<Int>) {
            self.upstream = upstream
            self.range = range
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if range.isEmpty { return Empty<Output, Failure>().receive(subscriber: subscriber) }
            let position = Box(0)
            let range = range
            upstream.receive(
                subscriber: Stage<S, Upstream.Output, Upstream.Failure>("Output", to: subscriber) {
                    let mine = position.value
                    position.value += 1
                    if mine + 1 >= range.upperBound { return .last($0) }
                    return mine < range.lowerBound ? .skip : .pass($0)
                })
        }
    }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes up to `maxLength` values and finishes; a negative count is a programming error.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.prefix(2)
    /// ```
    /// Marble: `1-2-3|` → `1-(2|)`
    ///
    /// Demand: passed on, until the last value.
    @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        precondition(maxLength >= 0, "cannot take a negative number of values")
        return Publishers.Output(upstream: self, range: 0..<maxLength)
    }

    /// Publishes the value at a position, counted from 0, and finishes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.output(at: 1)
    /// ```
    /// Marble: `1-2-3|` → `--(2|)`
    ///
    /// Demand: passed on, and one more for each value before the range.
    @inlinable
    public func output(at index: Int) -> Publishers.Output<Self> {
        Publishers.Output(upstream: self, range: index..<index + 1)
    }

    /// Publishes the values at some positions, counted from 0, and finishes.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.output(in: 1...2)
    /// ```
    /// Marble: `1-2-3-4|` → `--2-(3|)`
    ///
    /// Demand: passed on, and one more for each value before the range.
    @inlinable
    public func output<R: RangeExpression<Int>>(in range: R) -> Publishers.Output<Self> {
        Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
    }
}

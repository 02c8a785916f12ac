extension Publishers {
    /// Ends the program if the upstream fails.
    public struct AssertNoFailure<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The publisher cannot fail.
        public typealias Failure = Never

        /// The upstream publisher.
        public let upstream: Upstream

        /// The beginning of the message.
        public let prefix: String

        /// The file of the call.
        public let file: StaticString

        /// The line of the call.
        public let line: UInt

        /// Makes the publisher that `assertNoFailure(_:file:line:)` returns.
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let (prefix, file, line) = (prefix, file, line)
            let stage = Stage<S, Output, Upstream.Failure>(
                "AssertNoFailure", to: subscriber,
                convert: { fatalError("\(prefix)a publisher failed: \($0)", file: file, line: line) },
                judge: { .pass($0) })
            upstream.receive(subscriber: stage)
        }
    }
}

extension Publisher {
    /// Ends the program if this publisher fails, for a failure that is a programming error.
    ///
    /// ```swift
    /// let request = PassthroughSubject<Int, TestError>()
    /// let result = request.assertNoFailure()
    /// ```
    /// Marble: `1-2|` → `1-2|`
    ///
    /// Demand: passed on.
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(
            upstream: self, prefix: prefix.isEmpty ? "" : "\(prefix): ", file: file, line: line)
    }
}

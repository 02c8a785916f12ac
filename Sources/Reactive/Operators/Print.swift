extension Publishers {
    /// Prints all signals.
    public struct Print<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The prefix of each line.
        public let prefix: String

        /// The upstream publisher.
        public let upstream: Upstream

        /// The output stream; standard output if `nil`.
        public let stream: (any TextOutputStream)?

        /// Makes the publisher that `print(_:to:)` returns.
        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        /// Attaches a subscriber; callers write `subscribe(_:)`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let write = line(stream.map { Box($0) })
            HandleEvents(
                upstream: upstream, receiveSubscription: { write("receive subscription: (\($0))") },
                receiveOutput: { write("receive value: (\($0))") },
                receiveCompletion: { write("receive \(Self.describe($0))") },
                receiveCancel: { write("receive cancel") }, receiveRequest: { write("request \($0)") }
            )
            .receive(subscriber: subscriber)
        }

        private func line(_ stream: Box<any TextOutputStream>?) -> (String) -> Void {
            let start = prefix.isEmpty ? "" : "\(prefix): "
            guard let stream else { return { Swift.print(start + $0) } }
            return { stream.value.write("\(start)\($0)\n") }
        }

        private static func describe(_ completion: Subscribers.Completion<Failure>) -> String {
            switch completion {
            case .finished: "finished"
            case .failure(let error): "error: (\(error))"
            }
        }
    }
}

extension Publisher {
    /// Prints all signals, for debugging.
    ///
    /// ```swift
    /// let numbers = PassthroughSubject<Int, Never>()
    /// let result = numbers.print("numbers", to: log)
    /// ```
    /// Marble: `1-2|` → `1-2|`
    ///
    /// Demand: passed on.
    public func print(
        _ prefix: String = "", to stream: (any TextOutputStream)? = nil
    ) -> Publishers.Print<Self> {
        Publishers.Print(upstream: self, prefix: prefix, to: stream)
    }
}

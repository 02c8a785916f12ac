/// The random numbers that spread requests: those of the system, or a sequence that a test can repeat.
public nonisolated final class RandomNumbers: RandomNumberGenerator {
    private var generator: any RandomNumberGenerator

    /// Creates random numbers from a generator.
    public init(_ generator: some RandomNumberGenerator = SystemRandomNumberGenerator()) {
        self.generator = generator
    }

    /// Returns the next number.
    public func next() -> UInt64 { generator.next() }
}

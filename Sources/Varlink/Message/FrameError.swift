/// Why what came in is no message: it is longer than is read.
public nonisolated struct FrameError: Error, Hashable, CustomStringConvertible {
    /// The most bytes that a message may have.
    public let limit: Int

    /// What is wrong, fit to stand after a colon.
    public var description: String { "the message is longer than \(limit) bytes" }
}

/// The error of a message that is longer than the limit.
public nonisolated struct FrameError: Error, Hashable, CustomStringConvertible {
    /// The maximum size of a message, in bytes.
    public let limit: Int

    /// The error, to be printed after a colon.
    public var description: String { "the message is longer than \(limit) bytes" }
}

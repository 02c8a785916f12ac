/// The reason why a message is not a valid Varlink message.
public nonisolated struct MessageError: Error, Hashable, CustomStringConvertible {
    /// The error in lower case, without a full stop.
    public let description: String
}

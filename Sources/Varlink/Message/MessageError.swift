/// Why a message is not one of Varlink's.
public nonisolated struct MessageError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, lower case, no full stop.
    public let description: String
}

/// An error about a word on the command line.
public struct ArgumentError: Error, CustomStringConvertible {
    /// The error in lower case, without a full stop.
    public let description: String

    /// Creates an error from its text.
    public init(_ description: String) { self.description = description }
}

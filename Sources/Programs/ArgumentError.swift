/// An error about a word on the command line.
public struct ArgumentError: Error, CustomStringConvertible {
    /// The error in lower case, without a full stop.
    public let description: String

    /// Creates an error from its text.
    public init(_ description: String) { self.description = description }
}

extension ArraySlice<String> {
    /// Returns the value of an option: the attached one or, if there is none, the next word, which is
    /// removed.
    ///
    /// - Throws: An error if there is neither.
    public mutating func value(of option: String, attached: String? = nil) throws(ArgumentError) -> String {
        guard let value = attached ?? popFirst() else { throw ArgumentError("\(option) needs a value") }
        return value
    }
}

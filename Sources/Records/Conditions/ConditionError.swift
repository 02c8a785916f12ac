/// The reason why a text is not a condition.
public struct ConditionError: Error, Hashable, CustomStringConvertible {
    /// The rejected text.
    public let text: String
    /// The fault: `has no comparison`.
    public let reason: String

    /// Creates an error about a text.
    public init(_ text: String, reason: String) {
        self.text = text
        self.reason = reason
    }

    /// The text and its fault.
    public var description: String { "\"\(text)\" \(reason)" }
}

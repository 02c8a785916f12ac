/// Why some text is no condition.
public struct ConditionError: Error, Hashable, CustomStringConvertible {
    /// The text.
    public let text: String
    /// What is wrong with it: `has no comparison`.
    public let reason: String

    /// Makes an error about a text.
    public init(_ text: String, _ reason: String) { (self.text, self.reason) = (text, reason) }

    /// The text and what is wrong with it.
    public var description: String { "\"\(text)\" \(reason)" }
}

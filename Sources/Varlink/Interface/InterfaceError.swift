/// The reason why a text is not an interface description, and the place of the error.
public nonisolated struct InterfaceError: Error, Hashable, CustomStringConvertible {
    /// The element that was expected, such as `"type"`.
    public let part: String
    /// The text found instead; empty at the end of the text.
    public let found: String
    /// The line number, starting at 1.
    public let line: Int

    /// The error and its line, to be printed after a colon.
    public var description: String { "line \(line): \"\(found)\" is not a \(part)" }
}

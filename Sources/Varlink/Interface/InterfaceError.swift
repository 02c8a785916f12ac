/// Why some text is not an interface description, and where.
public nonisolated struct InterfaceError: Error, Hashable, CustomStringConvertible {
    /// What was being read, such as `"type"`.
    public let part: String
    /// What stands there instead; empty at the end of the text.
    public let found: String
    /// The line, 1 is the first.
    public let line: Int

    /// What stands wrong and where, fit to stand after a colon.
    public var description: String { "line \(line): \"\(found)\" is not a \(part)" }
}

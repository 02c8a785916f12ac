/// Why some text is not what it should be, and where.
public struct DecodeError: Error, Hashable, CustomStringConvertible {
    /// What was being read, such as `"wind"`.
    public let part: String
    /// What stands there instead.
    public let found: String
    /// Where it begins, bytes from the start of the input.
    public let offset: Int

    /// Makes an error of its parts.
    public init(part: String, found: String, offset: Int) {
        (self.part, self.found, self.offset) = (part, found, offset)
    }

    /// What stands wrong and where, fit to stand after a colon.
    public var description: String { "byte \(offset): \"\(found)\" is not a \(part)" }
}

/// Why some bytes are not JSON, and where.
public struct JSONError: Error, Hashable, CustomStringConvertible {
    /// What was expected, such as `"value"`.
    public let expected: String
    /// Where, bytes from the start.
    public let offset: Int

    /// Makes an error of what was expected at an offset.
    public init(expected: String, at offset: Int) {
        self.expected = expected
        self.offset = offset
    }

    /// What stands wrong and where, fit to stand after a colon.
    public var description: String { "byte \(offset): no JSON \(expected)" }
}

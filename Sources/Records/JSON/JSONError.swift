/// The reason why a text is not JSON, and the place of the fault.
public struct JSONError: Error, Hashable, CustomStringConvertible {
    /// The expected token, such as `value`.
    public let expected: String
    /// The offset of the fault, in bytes from the start.
    public let offset: Int

    /// Creates an error about the token expected at an offset.
    public init(expected: String, at offset: Int) {
        self.expected = expected
        self.offset = offset
    }

    /// The fault and its place, to be printed after a colon.
    public var description: String { "byte \(offset): no JSON \(expected)" }
}

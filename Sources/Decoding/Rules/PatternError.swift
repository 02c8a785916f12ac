/// Why some text is no pattern, and where.
public struct PatternError: Error, Hashable, CustomStringConvertible {
    /// What is wrong: `a group is not closed`.
    public let reason: String
    /// Where, bytes from the start.
    public let offset: Int

    /// What is wrong and where.
    public var description: String { "\(reason) at byte \(offset)" }
}

/// The reason why a text is not a pattern, and the place of the fault.
public struct PatternError: Error, Hashable, CustomStringConvertible {
    /// The fault: `a group is not closed`.
    public let reason: String
    /// The offset of the fault, in bytes from the start.
    public let offset: Int

    /// The fault and its place.
    public var description: String { "\(reason) at byte \(offset)" }
}

/// An error in a file of recorded publications.
public struct RhythmError: Error, CustomStringConvertible {
    /// The text that could not be read, the reason, and the line.
    public let description: String
}

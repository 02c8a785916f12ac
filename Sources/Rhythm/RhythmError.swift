/// An error in a file of recorded publications.
public struct RhythmError: Error, CustomStringConvertible {
    /// What could not be read and why, with the line.
    public let description: String
}

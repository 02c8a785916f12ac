/// What became of a watched path.
public nonisolated enum PathEvent: Hashable, Sendable {
    /// Something is there, its content may differ from before, and it has been quiet for a while.
    case settled(Stamp)
    /// Nothing is there, and has not been for a while.
    case vanished
}

/// A change of a watched path.
public nonisolated enum PathEvent: Hashable, Sendable {
    /// A file or directory exists, may differ from before, and has not changed for the quiet period.
    case settled(Stamp)
    /// Nothing exists at the path, and nothing has for the quiet period.
    case vanished
}

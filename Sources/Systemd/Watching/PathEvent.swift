/// A change of a watched path, or the finding that there was none.
public nonisolated enum PathEvent: Hashable, Sendable {
    /// A file or directory exists, may differ from before, and has not changed for the quiet period.
    case settled(Stamp)
    /// A poll found the file or directory as it was last reported.
    case unchanged(Stamp)
    /// Nothing exists at the path, and nothing has for the quiet period.
    case vanished
}

/// What happened in a watched directory.
public nonisolated enum DirectoryEvent: Hashable, Sendable {
    /// An entry of this name is new or may differ: written and closed, moved in, linked, made a directory.
    case changed(String)
    /// The entry of this name was deleted or moved away.
    case removed(String)
    /// Anything may have happened, read the directory: at first, when it came or went, when events were lost.
    case rescan
}

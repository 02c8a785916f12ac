/// An event in a watched directory.
public nonisolated enum DirectoryEvent: Hashable, Sendable {
    /// An entry with this name is new or may differ: it was written and closed, moved in, linked, or created
    /// as a directory.
    case changed(String)
    /// The entry with this name was deleted or moved away.
    case removed(String)
    /// Anything may have happened, so read the directory: sent first, when the directory appears or
    /// disappears, and when events were lost.
    case rescan
}

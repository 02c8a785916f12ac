import CSystemd

/// An inotify event of a directory.
nonisolated struct InotifyEvent {
    /// The event bits of inotify(7).
    let mask: UInt32
    /// The name of the entry concerned; `nil` for the directory itself.
    let name: String?
    /// The path of the directory when the watch began.
    let directory: String

    /// The events that a watch requests.
    static let wanted =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)
        | UInt32(IN_DELETE) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR)

    private static let ends =
        UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED) | UInt32(IN_UNMOUNT)

    /// Whether events were lost, so that anything may have happened.
    var isLoss: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
    /// Whether the directory was removed or renamed.
    var isEnd: Bool { mask & Self.ends != 0 }
    /// Whether the entry was deleted or moved away.
    var isRemoval: Bool { mask & (UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)) != 0 }

    /// Whether only attributes changed, without an open or a close.
    var isPassing: Bool { mask & UInt32(IN_ATTRIB) != 0 }

    /// Whether a process created the entry and still has it open for writing, so that a close will follow.
    var isUnfinished: Bool {
        guard mask & UInt32(IN_CREATE) != 0, mask & UInt32(IN_ISDIR) == 0, let name else { return false }
        return FileIdentity.Found(lstat: "\(directory)/\(name)")?.isPlain ?? true
    }
}

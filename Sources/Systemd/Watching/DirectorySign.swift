import CSystemd

/// One word of inotify about a directory.
nonisolated struct DirectorySign {
    /// The bits of inotify(7).
    let mask: UInt32
    /// The entry it is about; `nil` when it is about the directory itself.
    let name: String?
    /// The directory, as it was called when the watch began.
    let directory: String

    /// What a watch asks for.
    static let wanted =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)
        | UInt32(IN_DELETE) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR)

    private static let ends =
        UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED) | UInt32(IN_UNMOUNT)

    /// Words were lost: anything may have happened.
    var isLoss: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
    /// The directory is gone or is called otherwise.
    var isEnd: Bool { mask & Self.ends != 0 }
    /// The entry was deleted or moved away.
    var isRemoval: Bool { mask & (UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)) != 0 }

    /// Only attributes changed: nobody opened or closed it.
    var isPassing: Bool { mask & UInt32(IN_ATTRIB) != 0 }

    /// The entry was made by somebody who still has it open for writing, so that a close will follow.
    var isUnfinished: Bool {
        guard mask & UInt32(IN_CREATE) != 0, mask & UInt32(IN_ISDIR) == 0, let name else { return false }
        return FileIdentity.Found(lstat: "\(directory)/\(name)")?.isPlain ?? true
    }
}

import CSystemd
import Glibc

nonisolated extension FileDescriptor {
    /// Opens a directory by a path that must name the directory itself: a symbolic link is an error.
    ///
    /// - Throws: The error of open(2) with the path; `ENOTDIR` for a symbolic link.
    public init(directory path: String) throws(SystemError) {
        try self.init(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }

    /// Opens an entry of a directory for reading; follows no symbolic link and never blocks.
    ///
    /// - Parameters:
    ///   - name: One path component.
    ///   - directory: The directory.
    ///   - path: The path of the entry, for messages.
    /// - Throws: The error of openat2(2) with the path; `ELOOP` for a symbolic link.
    public init(
        reading name: String, in directory: borrowing FileDescriptor, path: String
    ) throws(SystemError) {
        precondition(!name.utf8.contains(UInt8(ascii: "/")) && name != "..", "not a single component")
        let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY
        var raw = open_beneath(directory.raw, name, flags)
        // Linux before 5.6 and some sandboxes lack openat2(2); for a single component openat(2) is as strict.
        if raw < 0, errno == ENOSYS || errno == EPERM { raw = openat(directory.raw, name, flags) }
        guard raw >= 0 else { throw .last("open", path) }
        self.init(owning: raw)
    }

    /// Removes an entry of this directory if it is a certain file, and never another one.
    ///
    /// No call unlinks a file by its inode, so the entry is first renamed to the hidden name `.NAME.read`. If
    /// another file had the name by then, that file gets its name back, unless a still newer file has taken
    /// the name and supersedes it.
    ///
    /// - Parameters:
    ///   - name: One path component.
    ///   - device: The device of the file to remove.
    ///   - inode: The inode of the file to remove.
    /// - Returns: Whether the file was removed.
    @discardableResult
    public borrowing func remove(_ name: String, device: UInt64, inode: UInt64) -> Bool {
        let hidden = ".\(name).read"
        guard holds(name, device, inode), renameat(raw, name, raw, hidden) == 0 else { return false }
        let isRight = holds(hidden, device, inode)
        if !isRight, rename_without_replacing(raw, hidden, name) == 0 { return false }
        return unlinkat(raw, hidden, 0) == 0 && isRight
    }

    private borrowing func holds(_ name: String, _ device: UInt64, _ inode: UInt64) -> Bool {
        var status = stat()
        guard fstatat(raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
        return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
    }
}

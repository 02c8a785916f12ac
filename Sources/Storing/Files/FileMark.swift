import Glibc

/// What tells the file that was written from one that somebody else altered or put in its place.
public struct FileMark: Hashable, Sendable {
    /// The file in its file system.
    public let inode: UInt64
    /// Bytes.
    public let size: Int64
    /// When it was last written, nanoseconds since 1970.
    public let modified: Int64

    /// Looks at what a path names; `nil` when there is nothing to be seen.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        (inode, size) = (UInt64(status.st_ino), Int64(status.st_size))
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
}

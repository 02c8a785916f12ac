import Glibc

/// The properties that distinguish a written file from one that another program altered or put in its place.
public struct FileMark: Hashable, Sendable {
    /// The inode number in its file system.
    public let inode: UInt64
    /// The size in bytes.
    public let size: Int64
    /// The time of the last modification, in nanoseconds since 1970.
    public let modified: Int64

    /// Reads the properties of the file at a path; `nil` when there is none.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    }
}

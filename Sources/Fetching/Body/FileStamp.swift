import Glibc

/// What tells one state of a file from another.
nonisolated struct FileStamp: Hashable, Sendable {
    let device: dev_t
    let inode: ino_t
    /// Bytes.
    let size: Int
    /// When it was last written, nanoseconds since 1970.
    let modified: Int64
    /// Its kind, the `S_IFMT` bits of `st_mode`.
    let kind: mode_t

    private init(_ status: stat) {
        (device, inode, size) = (status.st_dev, status.st_ino, Int(status.st_size))
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        kind = status.st_mode & S_IFMT
    }

    /// Looks at an open file; `nil` when that fails, with `errno` set.
    init?(of descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Looks at what a path names, links followed; `nil` when that fails, with `errno` set.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}

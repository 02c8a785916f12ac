import Glibc

/// The attributes that change when a file is replaced or written.
nonisolated struct FileStamp: Hashable, Sendable {
    let device: dev_t
    let inode: ino_t
    /// The size, in bytes.
    let size: Int
    /// The modification time, in nanoseconds since 1970.
    let modified: Int64
    /// The file type: the `S_IFMT` bits of `st_mode`.
    let kind: mode_t

    /// Extracts the stamp from a result of fstat(2).
    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
        size = Int(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        kind = status.st_mode & S_IFMT
    }

    /// Reads the stamp of an open file; `nil` on failure, with `errno` set.
    init?(of descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Reads the stamp of the file at a path, following links; `nil` on failure, with `errno` set.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}

import Glibc

/// The files that a connection has open, to notice when they are removed or replaced.
///
/// Without its write-ahead log or the shared index of that log, the database is lost in practice: SQLite
/// continues with the files it has open, but no other connection can open them.
struct OpenFiles {
    private let paths: [[CChar]]
    private let found: [Inode?]

    /// Records the files of a database that was just opened.
    init(of path: String) {
        paths = ["", "-wal", "-shm"].map { Array((path + $0).utf8CString) }
        found = paths.map { Inode(of: $0) }
    }

    /// The inode number of the database; 0 when there was none.
    var inode: UInt64 { found[0]?.number ?? 0 }

    /// Whether the same files are still in place. If one was missing already when they were recorded, another
    /// process had removed it while the database was being opened.
    var areInPlace: Bool {
        paths.indices.allSatisfy { index in
            guard let known = found[index] else { return false }
            return Inode(of: paths[index]) == known
        }
    }
}

/// The device and inode number, which identify a file among all that exist at the same time.
struct Inode: Hashable {
    private let device: UInt64
    let number: UInt64

    /// Reads the inode of a path; `nil` when there is none.
    init?(of path: UnsafePointer<CChar>) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}

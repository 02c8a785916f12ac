import Glibc

/// Which file it is, whatever its name: device and inode.
nonisolated struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64

    static let none = FileIdentity(device: 0, inode: 0)

    /// What lies at a path, without following a link at its end.
    struct Found {
        let identity: FileIdentity
        private let status: stat

        /// `nil` when nothing lies there that can be seen.
        init?(lstat path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            self.status = status
            identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        }

        var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
        var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }
        /// A plain file with one name: who makes such a one has it open and will close it.
        var isPlain: Bool { status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1 }
    }
}

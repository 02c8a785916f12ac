import Glibc

/// The identity of a file, whatever its name: device and inode.
nonisolated struct FileIdentity: Hashable {
    let device: UInt64
    let inode: UInt64

    static let none = FileIdentity(device: 0, inode: 0)

    /// The file at a path, without following a link at its end.
    struct Found {
        let identity: FileIdentity
        private let status: stat

        /// Reads the file at a path; `nil` when there is none or it is not accessible.
        init?(lstat path: String) {
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            self.status = status
            identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        }

        var isLink: Bool { status.st_mode & S_IFMT == S_IFLNK }
        var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }
        /// Whether it is a regular file with one name: the process that creates such a file has it open and
        /// will close it.
        var isPlain: Bool { status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1 }
    }
}

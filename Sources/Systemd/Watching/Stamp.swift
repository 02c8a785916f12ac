import Glibc

/// The properties that distinguish two states of a file without reading it.
///
/// Writing, replacing and touching a file all change its stamp; two equal stamps mean the same content as far
/// as the file system knows. The stamp of a directory also covers the files in it.
public nonisolated struct Stamp: Hashable, Sendable {
    /// The device of the file system.
    public let device: UInt64
    /// The inode number in the file system.
    public let inode: UInt64
    /// The size in bytes; for a directory, the total of its files.
    public let size: Int64
    /// The last modification of the content, in nanoseconds since 1970; for a directory, the latest of its
    /// files.
    public let modified: Int64
    /// The last change of content or attributes, in nanoseconds since 1970; no user can set it back.
    public let changed: Int64
    /// Whether the file is a directory.
    public let isDirectory: Bool

    /// Reads the stamp of the file at a path, following links; `nil` when there is none or it is not
    /// accessible.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status, files: Stamp.isDirectory(status) ? Stamp.files(in: path) : [])
    }

    /// Reads the stamp of an open file.
    ///
    /// - Throws: The error of fstat(2).
    public init(of descriptor: CInt) throws(SystemError) {
        var status = stat()
        try checked("fstat", fstat(descriptor, &status))
        self.init(status, files: [])
    }

    private init(_ status: stat, files: [stat]) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        isDirectory = Stamp.isDirectory(status)
        size = files.reduce(isDirectory ? 0 : Int64(status.st_size)) { $0 &+ Int64($1.st_size) }
        modified = files.reduce(Stamp.nanoseconds(status.st_mtim)) { max($0, Stamp.nanoseconds($1.st_mtim)) }
        changed = files.reduce(Stamp.nanoseconds(status.st_ctim)) { max($0, Stamp.nanoseconds($1.st_ctim)) }
    }

    private static func isDirectory(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func files(in directory: String) -> [stat] {
        // A directory that cannot be read counts as one without files.
        ((try? FileNames.of(directory)) ?? []).compactMap { name in
            var status = stat()
            return stat("\(directory)/\(name)", &status) == 0 && !isDirectory(status) ? status : nil
        }
    }
}

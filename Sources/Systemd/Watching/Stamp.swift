import Glibc

/// What tells one state of a file from another without reading it.
///
/// Writing, replacing and touching a file all change its stamp; two equal stamps are the same content
/// as far as the file system tells. The stamp of a directory also covers the files that lie in it.
public nonisolated struct Stamp: Hashable, Sendable {
    /// The file system.
    public let device: UInt64
    /// The file in it.
    public let inode: UInt64
    /// Bytes; of a directory those of its files together.
    public let size: Int64
    /// When the content was last written, nanoseconds since 1970; of a directory the latest of its files.
    public let modified: Int64
    /// When content or attributes were last changed, nanoseconds since 1970; nobody can set it back.
    public let changed: Int64
    /// Whether it is a directory.
    public let isDirectory: Bool

    /// The stamp of what a path leads to, links followed; `nil` when it leads to nothing that can be seen.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status, files: Stamp.isDirectory(status) ? Stamp.files(in: path) : [])
    }

    /// The stamp of an open file.
    ///
    /// - Throws: What fstat(2) says.
    public init(of descriptor: CInt) throws(SystemError) {
        var status = stat()
        try checked("fstat", fstat(descriptor, &status))
        self.init(status, files: [])
    }

    private init(_ status: stat, files: [stat]) {
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
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
        // A directory that cannot be read shows as one without files.
        ((try? FileNames.of(directory)) ?? []).compactMap { name in
            var status = stat()
            return stat("\(directory)/\(name)", &status) == 0 && !isDirectory(status) ? status : nil
        }
    }
}

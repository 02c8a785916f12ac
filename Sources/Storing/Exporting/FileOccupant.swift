import Glibc

/// The file at a path where an export is to be written.
public enum FileOccupant: Hashable, Sendable {
    /// There is none, or an empty one.
    case none
    /// An earlier export.
    case export
    /// The database of an almanac.
    case store
    /// A database that a program has open, or whose last transaction is in its journal.
    case open
    /// Any other file.
    case other
    /// A folder, a device or a socket, which is no file.
    case special

    /// The bytes `alme`, which identify exported files.
    static let exportID: Int64 = 0x616C_6D65

    /// Reads what is at a path.
    ///
    /// - Throws: `StoreError` if it cannot be read.
    public init(at path: String) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw StoreError(errno: errno, doing: "read \(path)") }
            self = .none
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            self = .special
            return
        }
        let isOpen = ["-wal", "-journal"].contains { access(path + $0, F_OK) == 0 }
        self = isOpen ? .open : try FileOccupant(header: File.reading(path)?.read(FileOccupant.header) ?? [])
    }

    /// The size of the header of a database, in bytes.
    ///
    /// Source: SQLite, fileformat2.html §1.3; the application's number is at byte 68, most significant first.
    private static let header = 100

    private init(header: [UInt8]) {
        guard !header.isEmpty else {
            self = .none
            return
        }
        let isDatabase = header.count == FileOccupant.header && header.starts(with: "SQLite format 3\0".utf8)
        let number = isDatabase ? header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) } : 0
        switch number {
        case FileOccupant.exportID: self = .export
        case StoreSchema.applicationID: self = .store
        default: self = .other
        }
    }
}

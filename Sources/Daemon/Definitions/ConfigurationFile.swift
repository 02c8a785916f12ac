import Glibc
import Records
import Systemd

/// Reads the small text files of definitions and configuration.
nonisolated enum ConfigurationFile {
    /// The largest such file, bytes.
    static let maximumSize = 1 << 20

    /// The names in a folder, sorted by bytes; none when there is no such folder.
    static func names(in directory: String, suffix: String) -> [String] {
        // One that cannot be read has nothing that counts either.
        let names = (try? FileNames.of(directory)) ?? []
        return names.filter {
            $0.utf8.first != 0x2E && $0.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        }
        .sorted { $0.precedes($1) }
    }

    /// Whether anything of that name exists, also a link to nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// What stands under the name of a file.
    enum Kind {
        /// It masks others of its name: it is empty, or a link to /dev/null.
        case mask
        /// A link to what is no mask, or to nowhere.
        case link
        /// Anything else, also nothing.
        case plain
    }

    /// What stands under a name; of a file, as most are, it is asked once.
    static func kind(of path: String) -> Kind {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .plain }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink, stat(path, &status) != 0 { return .link }
        let isEmpty = status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
        if isEmpty || status.st_mode & S_IFMT == S_IFCHR { return .mask }
        return isLink ? .link : .plain
    }

    /// Whether the file masks others of its name.
    static func isMask(_ path: String) -> Bool { kind(of: path) == .mask }

    /// Where a path leads when all links are followed; the path itself when it leads nowhere.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Everything in a file.
    ///
    /// - Throws: When it cannot be opened or read, is no regular file or larger than `maximumSize`.
    static func contents(of path: String) throws(OptionError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumSize else {
            throw OptionError(file: path, line: 0, reason: "not a regular file of at most 1 MiB")
        }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
            count = read(descriptor, buffer.baseAddress, buffer.count)
            filled = max(0, count)
        }
        guard count >= 0 else { throw failure(path) }
        return bytes
    }

    private static func failure(_ path: String) -> OptionError {
        OptionError(file: path, line: 0, reason: String(cString: strerror(errno)))
    }
}

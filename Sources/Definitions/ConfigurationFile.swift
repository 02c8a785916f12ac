import Glibc
package import Records
import Systemd

/// Reads the small text files of definitions and configuration.
package nonisolated enum ConfigurationFile {
    /// The maximum size of such a file, in bytes.
    static let maximumSize = 1 << 20

    /// Returns the names in a folder that end with a suffix, sorted by bytes; none if the folder does not
    /// exist.
    ///
    /// - Throws: An error if the folder exists but cannot be listed. The caller must not treat it as empty
    ///   then.
    package static func names(in directory: String, suffix: String) throws(OptionError) -> [String] {
        var folders = ListedFolders()
        return try folders.names(in: directory, suffix: suffix)
    }

    /// Returns all names in a folder; none if the folder does not exist.
    ///
    /// - Throws: An error if the folder exists but cannot be listed.
    static func allNames(in directory: String) throws(OptionError) -> [String] {
        do throws(SystemError) {
            return try FileNames.of(directory)
        } catch {
            if error.code == ENOENT || error.code == ENOTDIR { return [] }
            throw failure(at: directory, code: error.code)
        }
    }

    /// Whether a file of that name exists, including a dangling symbolic link.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The type of a definition file.
    enum Kind {
        /// A file that masks others of the same name: it is empty, or a link to /dev/null.
        case mask
        /// A symbolic link that is not a mask; it may be dangling.
        case link
        /// Any other file, or no file at all.
        case plain
    }

    /// Returns the type of a file. An ordinary file, the common case, takes a single system call.
    static func kind(of path: String) -> Kind {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .plain }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink, stat(path, &status) != 0 { return .link }
        let isEmpty = status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
        if isEmpty || status.st_mode & S_IFMT == S_IFCHR { return .mask }
        return isLink ? .link : .plain
    }

    /// Whether the file masks others of the same name.
    static func isMask(_ path: String) -> Bool { kind(of: path) == .mask }

    /// Returns the path with all symbolic links resolved, or the path itself if it cannot be resolved.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the text of a symbolic link whose target does not exist; `nil` for any other file.
    static func danglingTarget(of path: String) -> String? {
        guard access(path, F_OK) != 0 else { return nil }
        let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = start.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
                max(0, readlink(path, $0, buffer.count))
            }
        }
        return target.isEmpty ? nil : String(decoding: target, as: UTF8.self)
    }

    /// The bytes of a definition file.
    enum Definition {
        /// Another file of that name is masked.
        case mask
        /// The path is a symbolic link, which was not followed.
        case link
        /// The contents of an ordinary file.
        case contents([UInt8])
    }

    /// Reads a definition file; an ordinary file, the common case, is opened once and its path not looked up
    /// before.
    ///
    /// - Throws: An error, as `contents`.
    static func definition(at path: String) throws(OptionError) -> Definition {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        let code = errno
        guard descriptor >= 0 else {
            switch kind(of: path) {
            case .mask: return .mask
            case .link: return .link
            case .plain: throw failure(at: path, code: code)
            }
        }
        defer { close(descriptor) }
        let bytes = try contents(of: descriptor, path)
        return bytes.isEmpty ? .mask : .contents(bytes)
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - followsLinks: Whether the path may be a symbolic link.
    /// - Returns: The bytes.
    /// - Throws: An error if the file cannot be opened or read, is not a regular file, or is larger than
    ///   `maximumSize`.
    static func contents(of path: String, followsLinks: Bool = true) throws(OptionError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else { throw failure(at: path) }
        defer { close(descriptor) }
        return try contents(of: descriptor, path)
    }

    private static func contents(of descriptor: CInt, _ path: String) throws(OptionError) -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(at: path) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumSize else {
            throw OptionError(file: path, line: 0, reason: "not a regular file of at most 1 MiB")
        }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
            count = read(descriptor, buffer.baseAddress, buffer.count)
            filled = max(0, count)
        }
        guard count >= 0 else { throw failure(at: path) }
        return bytes
    }

    private static func failure(at path: String, code: CInt = errno) -> OptionError {
        let isTemporary = [EIO, EMFILE, ENFILE, ENOMEM, EINTR].contains(code)
        return OptionError(
            file: path, line: 0, reason: String(cString: strerror(code)), isTemporary: isTemporary)
    }
}

import Glibc
import Records

/// The administrator's folder of secrets, checked file by file before the service manager passes them.
///
/// The service manager starts a service with all files of a folder or not at all: one whose name or size it
/// does not accept keeps the service from starting. Hence the acceptable files are copied to a folder of
/// their own, from which they are passed.
///
/// Source: systemd.exec(5), LoadCredential=; credential_name_valid and fdname_is_valid in systemd.
public nonisolated struct CredentialFolder: Sendable {
    /// The maximum size of a secret, and of all of them with their names, in bytes.
    private static let largest = 1 << 20
    /// The maximum length of the name under which a secret is passed, in bytes.
    private static let longestName = 255

    /// A file that is not passed, or that is of no use.
    public struct Fault: Hashable, Sendable, CustomStringConvertible {
        /// The path of the file.
        public let file: String
        /// The reason: `it is a symbolic link`.
        public let reason: String

        /// The path and the reason.
        public var description: String { "\(file): \(reason)" }
    }

    /// The files that can be passed, by name.
    public private(set) var secrets: [(name: String, content: [UInt8])] = []
    /// The faults of the other files, in the order of the names.
    public private(set) var faults: [Fault] = []
    private let path: String
    private let prefix: String
    private var left = largest

    /// Reads a folder; a missing one has no secrets.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - prefix: The beginning of the names under which the files are passed; `nil` if the service reads
    ///     them in the folder, so that any name and any number of bytes in all will do.
    /// - Throws: `SystemError` if the folder cannot be listed.
    public init(_ path: String, prefix: String?) throws(SystemError) {
        self.path = path
        self.prefix = prefix ?? ""
        guard access(path, F_OK) == 0 || errno != ENOENT else { return }
        let folder = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
        for name in try FileNames.of(path).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            if prefix != nil, let reason = refusal(ofName: name) {
                add(reason, to: name)
            } else if !name.utf8.starts(with: [.period]) {
                read(name, in: folder, isPassed: prefix != nil)
            }
        }
    }

    /// Returns why the service manager does not accept a name; `nil` if it does.
    private func refusal(ofName name: String) -> String? {
        if name.utf8.first == .period { return "its name begins with a period" }
        if name.utf8.contains(.colon) { return "its name contains a colon" }
        if !name.utf8.allSatisfy({ 0x20 <= $0 && $0 < 0x7F }) {
            return "its name contains characters that are not ASCII"
        }
        let most = Self.longestName - prefix.utf8.count
        return name.utf8.count > most ? "its name is longer than \(most) bytes" : nil
    }

    private mutating func read(_ name: String, in folder: borrowing FileDescriptor, isPassed: Bool) {
        do throws(SystemError) {
            if let reason = try kind(of: name, in: folder) { return add(reason, to: name) }
            let file = try FileDescriptor(reading: name, in: folder, path: "\(path)/\(name)")
            let content = try file.content(limit: Self.largest, of: "\(path)/\(name)")
            let size = prefix.utf8.count + name.utf8.count + content.count
            if isPassed && size > left {
                return add("it and the files before it exceed 1 MiB, their names included", to: name)
            }
            left -= isPassed ? size : 0
            secrets.append((name, content))
            if String(validating: content, as: UTF8.self) == nil { add("it is not UTF-8", to: name) }
        } catch {
            add(error.code == EFBIG ? "it is larger than 1 MiB" : "\(error)", to: name)
        }
    }

    /// Returns what an entry is if it is not a regular file.
    private func kind(of name: String, in folder: borrowing FileDescriptor) throws(SystemError) -> String? {
        var status = stat()
        guard fstatat(folder.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .last("stat", "\(path)/\(name)")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFLNK: return "it is a symbolic link: put a copy of the file there"
        case S_IFDIR: return "it is a folder"
        default: return "it is not a regular file"
        }
    }

    private mutating func add(_ reason: String, to name: String) {
        faults.append(Fault(file: "\(path)/\(name)", reason: reason))
    }

    /// Replaces the contents of another folder by the files that can be passed, readable only by their owner.
    ///
    /// - Throws: `SystemError` if a file cannot be written or removed.
    public func copy(to target: String) throws(SystemError) {
        let kept = Set(secrets.map(\.name))
        for name in try FileNames.of(target) where !kept.contains(name) {
            guard unlink("\(target)/\(name)") == 0 else { throw .last("unlink", "\(target)/\(name)") }
        }
        for (name, content) in secrets { try CredentialFolder.write(content, to: name, in: target) }
    }

    /// Replaces a file: a reader sees the old content or the new one.
    private static func write(_ content: [UInt8], to name: String, in target: String) throws(SystemError) {
        // No secret has a name that begins with a period.
        let (new, path) = ("\(target)/.new", "\(target)/\(name)")
        let file = try FileDescriptor(opening: new, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o400)
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file.raw, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw .last("write", path) }
            rest = rest.dropFirst(max(0, count))
        }
        guard rename(new, path) == 0 else { throw .last("rename", path) }
    }
}

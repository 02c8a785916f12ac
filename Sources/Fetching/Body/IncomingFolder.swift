import Glibc
public import Records
public import Systemd

/// A folder into which other users put documents.
///
/// Nothing in it is trusted. A document is opened relative to the folder, without following a symbolic link
/// and without blocking; the open descriptor, not the name, is then examined. Every call blocks for the disk
/// and, to look up the owner of a file, for the name services: call it on a worker.
public nonisolated struct IncomingFolder: Sendable {
    /// The path of the folder; never a symbolic link.
    public let path: String
    private let group: UserGroup
    private let user = geteuid()

    /// Creates a folder object; the folder need not exist yet.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - group: The group whose members' files are accepted, like those of root and of the daemon's own
    ///     user.
    public init(_ path: String, group: UserGroup) {
        self.path = path
        self.group = group
    }

    /// Returns the path of a document.
    public func path(of name: String) -> String { "\(path)/\(name)" }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - name: A single path component.
    ///   - maximumBytes: The maximum size of a document.
    ///   - spoolDirectory: The directory for a large document that is unpacked.
    ///   - received: The current time.
    /// - Returns: The document and the file that it was read from.
    /// - Throws: A failure of reason `file`, `size` or `empty` that names the file and why it is refused.
    public func read(
        _ name: String, maximumBytes: Int, spoolDirectory: String, received: UTC
    ) throws(FetchFailure) -> IncomingDocument {
        let file = try open(name)
        var status = stat()
        guard fstat(file.raw, &status) == 0 else { throw .file(.last("fstat", path(of: name))) }
        if let reason = refusal(of: status) {
            throw FetchFailure(.file, "\(path(of: name)) \(reason)")
        }
        let stamp = FileStamp(status)
        let found = FileReader.Found(file: OpenFile(file), path: path(of: name), stamp: stamp)
        let reader = FileReader(maximumBytes: maximumBytes, spoolDirectory: spoolDirectory)
        let document = try reader.document(of: [found], at: path(of: name), received: received)
        return IncomingDocument(document: document, stamp: stamp, name: name, folder: path)
    }

    private func open(_ name: String) throws(FetchFailure) -> FileDescriptor {
        do throws(SystemError) {
            let folder = try FileDescriptor(directory: path)
            return try FileDescriptor(reading: name, in: folder, path: path(of: name))
        } catch {
            switch error.code {
            case ELOOP:
                throw FetchFailure(
                    .file,
                    "\(path(of: name)) is a symbolic link, which is not followed: copy the document here")
            case ENXIO: throw FetchFailure(.file, "\(path(of: name)) is not a regular file")
            case ENOTDIR:
                throw FetchFailure(
                    .file, "\(path) is not a directory, or a symbolic link, which is not followed")
            default: throw .file(error)
            }
        }
    }

    /// Returns why an open file is refused; `nil` if it is accepted.
    private func refusal(of status: stat) -> String? {
        if status.st_mode & S_IFMT != S_IFREG { return "is not a regular file" }
        if status.st_nlink != 1 {
            return "has \(status.st_nlink) names, must have one: copy the document instead of linking it"
        }
        if status.st_mode & S_IWOTH != 0 {
            return "can be written by everybody: chmod o-w it and deliver it again"
        }
        guard isTrusted(status.st_uid) else {
            return "belongs to user \(status.st_uid), who is not a member of the group \(group.name)"
        }
        return nil
    }

    private func isTrusted(_ owner: uid_t) -> Bool {
        owner == 0 || owner == user || group.includes(user: owner)
    }
}

import Glibc
public import Records
import Systemd

/// Reads local files as documents.
///
/// Blocks for the disk: call it on a worker, or for small files only.
public nonisolated struct FileReader: Sendable {
    /// The maximum size of a document, in bytes.
    public let maximumBytes: Int
    /// The largest document that is read into memory, in bytes; a larger one is read from the file slice by
    /// slice.
    public let memory: Int

    /// Creates a reader with these limits.
    public init(maximumBytes: Int = 16 << 20, memory: Int = 1 << 20) {
        self.maximumBytes = maximumBytes
        self.memory = memory
    }

    /// Reads a file, or all regular files of a directory in the byte order of their names, except hidden
    /// ones.
    ///
    /// A line feed separates the files of a directory, even if a file already ends with one. A file whose
    /// inode, size or modification time changes during the read is refused; `Body.verify` checks a document
    /// that is too large for memory.
    ///
    /// - Parameters:
    ///   - path: The file or directory; symbolic links are followed.
    ///   - received: The current time.
    /// - Returns: The document; its modification time is that of its newest file.
    /// - Throws: A failure of reason `file`, `size` or `empty`.
    public func read(_ path: String, received: UTC) throws(FetchFailure) -> Document {
        try document(of: openFiles(path), at: path, received: received)
    }

    /// Reads open files as one document.
    ///
    /// - Throws: A failure of reason `file`, `size` or `empty`.
    func document(of found: [Found], at path: String, received: UTC) throws(FetchFailure) -> Document {
        let count = found.reduce(0) { $0 + $1.stamp.size }
        guard count <= maximumBytes else {
            throw FetchFailure(.size, "\(path) has \(count) bytes: MaxBytes= allows \(maximumBytes)")
        }
        guard count > 0 else { throw FetchFailure(.empty, "\(path) is empty") }
        var document = Document(
            Body(try parts(found, inMemory: count <= memory)), from: path, received: received)
        document.modified = found.map(\.stamp.modified).max().map { UTC(microseconds: $0 / 1000) }
        return document
    }

    /// An open file with its path and state.
    struct Found {
        let file: OpenFile
        let path: String
        let stamp: FileStamp
    }

    private func parts(_ found: [Found], inMemory: Bool) throws(FetchFailure) -> [Body.Part] {
        var parts: [Body.Part] = []
        for one in found {
            let file = BodyFile(one.file, at: one.path, one.stamp)
            if !parts.isEmpty { parts.append(.memory([.newline])) }
            parts.append(inMemory ? .memory(try whole(file)) : .file(file))
        }
        guard inMemory, parts.count > 1 else { return parts }
        var bytes: [UInt8] = []
        for case .memory(let piece) in parts { bytes += piece }
        return [.memory(bytes)]
    }

    private func whole(_ file: BodyFile) throws(FetchFailure) -> [UInt8] {
        let bytes = try file.read(at: 0, file.count)
        try file.verify()
        return bytes
    }

    private func openFiles(_ path: String) throws(FetchFailure) -> [Found] {
        let found = try open(path)
        guard found.stamp.kind == S_IFDIR else {
            guard found.stamp.kind == S_IFREG else {
                throw FetchFailure(.file, "\(path) is neither a file nor a directory")
            }
            return [found]
        }
        var files: [Found] = []
        for name in try names(in: path) {
            let one = try open("\(path)/\(name)")
            if one.stamp.kind == S_IFREG { files.append(one) }
        }
        return files
    }

    private func open(_ path: String) throws(FetchFailure) -> Found {
        let file: OpenFile
        do throws(SystemError) {
            file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
        } catch {
            throw .file(error)
        }
        guard let stamp = FileStamp(of: file.descriptor.raw) else { throw .file(.last("fstat", path)) }
        guard stamp.kind == S_IFREG, let link = PathLinks.untrusted(on: path, to: file.descriptor.raw) else {
            return Found(file: file, path: path, stamp: stamp)
        }
        throw FetchFailure(
            .file,
            "\(link) leads to a file that not everybody can read, by a symbolic link of another user: let root own "
                + "the link, or name the file itself")
    }

    private func names(in path: String) throws(FetchFailure) -> [String] {
        do throws(SystemError) {
            return try FileNames.of(path).filter { !$0.hasPrefix(".") }.sorted { $0.precedes($1) }
        } catch {
            throw .file(error)
        }
    }
}

import Glibc
public import Records
import Systemd

/// Reads local files as documents.
///
/// Blocks for the disk: called on a worker, or for small files.
public nonisolated struct FileReader: Sendable {
    /// The most bytes of a document.
    public let maximumBytes: Int
    /// The largest document that is read into memory; of a larger one the file itself is read, slice by slice.
    public let memory: Int

    /// Makes a reader with these limits.
    public init(maximumBytes: Int = 16 << 20, memory: Int = 1 << 20) {
        (self.maximumBytes, self.memory) = (maximumBytes, memory)
    }

    /// Reads a file, or all regular files of a directory in the order of their names' bytes, hidden ones left out.
    ///
    /// Between the files of a directory there is a line end, whether the one before ends with it or not. A file of
    /// which inode, size or time of writing changed meanwhile is refused; one that is too large for memory is looked
    /// at again by `Body.verify`.
    ///
    /// - Parameters:
    ///   - path: The file or directory; links are followed.
    ///   - received: Now.
    /// - Returns: The document; its moment of change is that of its newest file.
    /// - Throws: A failure of reason `file`, `size` or `empty`.
    public func read(_ path: String, received: UTC) throws(FetchFailure) -> Document {
        let found = try openFiles(path)
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

    private struct Found {
        let file: OpenFile
        let path: String
        let stamp: FileStamp
    }

    private func parts(_ found: [Found], inMemory: Bool) throws(FetchFailure) -> [Body.Part] {
        var parts: [Body.Part] = []
        for one in found {
            let file = BodyFile(one.file, at: one.path, one.stamp)
            if !parts.isEmpty { parts.append(.memory([0x0A])) }
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
        do throws(SystemError) {
            let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
            guard let stamp = FileStamp(of: file.descriptor.raw) else {
                throw SystemError.last("fstat", path)
            }
            return Found(file: file, path: path, stamp: stamp)
        } catch {
            throw .file(error)
        }
    }

    private func names(in path: String) throws(FetchFailure) -> [String] {
        do throws(SystemError) {
            return try FileNames.of(path).filter { !$0.hasPrefix(".") }.sorted { $0.precedes($1) }
        } catch {
            throw .file(error)
        }
    }
}

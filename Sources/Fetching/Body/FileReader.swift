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
    /// The directory for large documents that are unpacked.
    public let spoolDirectory: String

    /// Creates a reader with these limits.
    public init(
        maximumBytes: Int = 16 << 20, memory: Int = 1 << 20, spoolDirectory: String = "/tmp"
    ) {
        self.maximumBytes = maximumBytes
        self.memory = memory
        self.spoolDirectory = spoolDirectory
    }

    /// Reads a file, or all regular files of a directory in the byte order of their names, except hidden
    /// ones and backups of editors; the document has a remark on what it does not read.
    ///
    /// A gzip file is unpacked, whatever its name. A line feed separates the files of a directory, even if a
    /// file already ends with one. A file whose inode, size or modification time changes during the read is
    /// refused; `Body.verify` checks a document that is too large for memory.
    ///
    /// - Parameters:
    ///   - path: The file or directory; symbolic links are followed.
    ///   - received: The current time.
    /// - Returns: The document; its modification time is that of its newest file.
    /// - Throws: A failure of reason `file`, `size` or `empty`.
    public func read(_ path: String, received: UTC) throws(FetchFailure) -> Document {
        let (files, remark) = try openFiles(path)
        var document = try document(of: files, at: path, besides: remark, received: received)
        document.remark = remark
        return document
    }

    /// Reads open files as one document.
    ///
    /// - Parameters:
    ///   - found: The files.
    ///   - path: The path of the document.
    ///   - remark: The remark on what is not read; `nil` if all is.
    ///   - received: The current time.
    /// - Returns: The document.
    /// - Throws: A failure of reason `file`, `size` or `empty`.
    func document(
        of found: [Found], at path: String, besides remark: String? = nil, received: UTC
    ) throws(FetchFailure) -> Document {
        let count = found.reduce(0) { $0 + $1.stamp.size }
        guard count <= maximumBytes else {
            throw FetchFailure(.size, "\(path) has \(count) bytes: MaxBytes= allows \(maximumBytes)")
        }
        guard count > 0 else {
            throw FetchFailure(.empty, "\(path) is empty" + (remark.map { "; \($0)" } ?? ""))
        }
        let body = Body(try parts(found, inMemory: count <= memory))
        guard body.count <= maximumBytes else {
            throw FetchFailure(
                .size, "\(path) has \(body.count) bytes when unpacked: MaxBytes= allows \(maximumBytes)")
        }
        var document = Document(body, from: path, received: received)
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
            if file.count > 1, Gunzip.begins(try file.read(at: 0, 2)) {
                parts += try unpacked(file, at: one.path).parts
            } else {
                parts.append(inMemory ? .memory(try whole(file)) : .file(file))
            }
        }
        guard inMemory, parts.count > 1, parts.allSatisfy(\.isInMemory) else { return parts }
        var bytes: [UInt8] = []
        for case .memory(let piece) in parts { bytes += piece }
        return [.memory(bytes)]
    }

    /// Unpacks a gzip file.
    ///
    /// - Throws: A failure of reason `content`, `truncated`, `size` or `file` that names the file.
    private func unpacked(_ file: BodyFile, at path: String) throws(FetchFailure) -> Body {
        do throws(FetchFailure) {
            var receiver = BodyReceiver(Gunzip(), limit: maximumBytes, limits)
            for start in stride(from: 0, to: file.count, by: Body.slice) {
                try receiver.receive(all: file.read(at: start, min(Body.slice, file.count - start)))
            }
            try file.verify()
            return try receiver.finish()
        } catch {
            throw FetchFailure(error.reason, "\(path): \(error.message)")
        }
    }

    private var limits: FetchLimits {
        var limits = FetchLimits(spoolDirectory: spoolDirectory)
        limits.memory = memory
        return limits
    }

    /// Reads a pipe, or the rest of an open file, to its end; a gzip file is unpacked.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, which stays open.
    ///   - name: Its name, for messages.
    ///   - received: The current time.
    /// - Returns: The document, which may be empty.
    /// - Throws: A failure of reason `file`, `size`, `content` or `truncated`.
    public func read(from descriptor: CInt, name: String, received: UTC) throws(FetchFailure) -> Document {
        var receiver: BodyReceiver?
        while true {
            let bytes = try slice(from: descriptor, name: name)
            if bytes.isEmpty { break }
            if receiver == nil {
                let decoder = Gunzip.begins(bytes) ? Gunzip() : nil
                receiver = BodyReceiver(decoder, limit: maximumBytes, limits)
            }
            try receiver?.receive(all: bytes)
        }
        guard let receiver else { return Document(Body([UInt8]()), from: name, received: received) }
        return Document(try receiver.finish(), from: name, received: received)
    }

    /// Reads the next slice, which is shorter only at the end.
    private func slice(from descriptor: CInt, name: String) throws(FetchFailure) -> [UInt8] {
        var code: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Body.slice) { buffer, filled in
            while filled < Body.slice {
                let got = Glibc.read(descriptor, buffer.baseAddress! + filled, Body.slice - filled)
                if got < 0, errno == EINTR { continue }
                if got <= 0 { return code = got < 0 ? errno : 0 }
                filled += got
            }
        }
        guard code == 0 else { throw .file(SystemError(call: "read", code: code, detail: name)) }
        return bytes
    }

    private func whole(_ file: BodyFile) throws(FetchFailure) -> [UInt8] {
        let bytes = try file.read(at: 0, file.count)
        try file.verify()
        return bytes
    }

    /// Opens the files to read, and finds what is not read.
    private func openFiles(_ path: String) throws(FetchFailure) -> (files: [Found], remark: String?) {
        let found = try open(path)
        guard found.stamp.kind == S_IFDIR else {
            guard found.stamp.kind == S_IFREG else {
                throw FetchFailure(.file, "\(path) is neither a file nor a directory")
            }
            return ([found], nil)
        }
        var files: [Found] = []
        var unread = UnreadEntries()
        for name in try names(in: path) {
            if name.hasPrefix(".") {
                unread.add(hidden: name, in: path)
                continue
            }
            if unread.add(backup: name) { continue }
            let one = try open("\(path)/\(name)")
            if one.stamp.kind == S_IFREG { files.append(one) } else { unread.add(name, of: one.stamp.kind) }
        }
        return (files, unread.remark)
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
            return try FileNames.of(path).sorted { $0.precedes($1) }
        } catch {
            throw .file(error)
        }
    }
}

import Glibc
import Systemd

/// Collects a body: in memory while it is small, then in an unlinked file.
nonisolated struct Spool {
    private let memory: Int
    private let directory: String
    private var bytes: [UInt8] = []
    private var file: OpenFile?
    /// The number of bytes collected.
    private(set) var count = 0

    init(memory: Int, directory: String) {
        self.memory = memory
        self.directory = directory
    }

    /// Appends bytes.
    ///
    /// - Throws: A failure of reason `file` when the file cannot be created or written.
    mutating func append(_ more: UnsafeRawBufferPointer) throws(FetchFailure) {
        count += more.count
        if file == nil, count <= memory { return bytes.append(contentsOf: more) }
        do {
            try write(more)
        } catch {
            throw .file(error)
        }
    }

    /// The collected bytes.
    var body: Body {
        guard let file else { return Body(bytes) }
        return Body([.file(BodyFile(unlinked: file, count: count))])
    }

    private mutating func write(_ more: UnsafeRawBufferPointer) throws(SystemError) {
        if let file { return try write(more, to: file) }
        let file = try Spool.nameless(directory)
        self.file = file
        let held = bytes
        bytes = []
        try held.span.withUnsafeBytes { (held) throws(SystemError) in try write(held, to: file) }
        try write(more, to: file)
    }

    private func write(_ more: UnsafeRawBufferPointer, to file: OpenFile) throws(SystemError) {
        var rest = more
        while !rest.isEmpty {
            let written = Glibc.write(file.descriptor.raw, rest.baseAddress, rest.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw .last("write", directory) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        }
    }

    /// Creates a file and unlinks it; not every file system supports `O_TMPFILE`, which would do the same.
    private static func nameless(_ directory: String) throws(SystemError) -> OpenFile {
        let path = "\(directory)/.body-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
        let file = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
        guard unlink(path) == 0 else { throw .last("unlink", path) }
        return file
    }
}

import Glibc
import Systemd

/// A file that holds a body, or a piece of one.
nonisolated struct BodyFile: Sendable {
    private let file: OpenFile
    /// How it was when it was opened; `nil` for a file that only we can reach.
    private let stamp: FileStamp?
    private let path: String
    /// How many bytes count.
    let count: Int

    /// A file that nobody else can reach.
    init(unlinked file: OpenFile, count: Int) {
        (self.file, self.count, stamp, path) = (file, count, nil, "the kept body")
    }

    /// A file that others may change.
    init(_ file: OpenFile, at path: String, _ stamp: FileStamp) {
        (self.file, self.path, self.stamp, count) = (file, path, stamp, stamp.size)
    }

    /// Reads bytes.
    ///
    /// - Throws: When it cannot be read, or ends before `offset + size`.
    func read(at offset: Int, _ size: Int) throws(FetchFailure) -> [UInt8] {
        var code: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            while filled < size {
                let got = pread(
                    file.descriptor.raw, buffer.baseAddress! + filled, size - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                if got <= 0 { return code = got < 0 ? errno : ESTALE }
                filled += got
            }
        }
        if code == ESTALE { throw changed }
        if code != 0 { throw .file(SystemError(call: "read", code: code, detail: path)) }
        return bytes
    }

    /// Makes sure that the file is what it was, and still what its path names.
    func verify() throws(FetchFailure) {
        guard let stamp else { return }
        guard FileStamp(of: file.descriptor.raw) == stamp, FileStamp(at: path) == stamp else { throw changed }
    }

    private var changed: FetchFailure {
        FetchFailure(.file, "\(path) changed while it was read; it is read again when it is quiet")
    }
}

nonisolated extension FetchFailure {
    /// Says that a file cannot be read, and what may help.
    static func file(_ error: SystemError) -> FetchFailure {
        let advice =
            switch error.code {
            case ENOENT: "; the last good records stay until it is back"
            case EACCES, EPERM: "; let the user of almanacd read it"
            case ENOSPC, EDQUOT: "; make room there"
            default: ""
            }
        return FetchFailure(.file, "cannot \(error)\(advice)")
    }
}

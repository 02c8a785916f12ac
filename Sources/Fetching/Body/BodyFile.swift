import Glibc
import Records
import Systemd

/// A file that holds a body or a piece of one.
nonisolated struct BodyFile: Sendable {
    private let file: OpenFile
    /// The state of the file when it was opened; `nil` for a file without a name, which no other process can
    /// change.
    private let stamp: FileStamp?
    private let path: String
    /// The number of bytes that belong to the body.
    let count: Int

    /// Creates a body file from an unlinked file, which no other process can reach.
    init(unlinked file: OpenFile, count: Int) {
        self.file = file
        self.count = count
        stamp = nil
        path = "the kept body"
    }

    /// Creates a body file from a file that others may change.
    init(_ file: OpenFile, at path: String, _ stamp: FileStamp) {
        self.file = file
        self.path = path
        self.stamp = stamp
        count = stamp.size
    }

    /// Reads bytes.
    ///
    /// - Throws: A failure of reason `file` when the file cannot be read, or ends before `offset + size`.
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

    /// Checks that the file is unchanged and that its path still names it.
    func verify() throws(FetchFailure) {
        guard let stamp else { return }
        guard FileStamp(of: file.descriptor.raw) == stamp, FileStamp(at: path) == stamp else { throw changed }
    }

    private var changed: FetchFailure {
        FetchFailure(.file, "\(path) changed while it was read; it is read again when it no longer changes")
    }
}

nonisolated extension FetchFailure {
    /// Returns a failure for a file that cannot be read, with advice.
    static func file(_ error: SystemError) -> FetchFailure {
        let advice =
            switch error.code {
            case ENOENT: "; the last good records stay until it is back"
            case EACCES, EPERM: "; make it readable for the user of almanacd"
            case ENOSPC, EDQUOT: "; free some space there"
            default: ""
            }
        return FetchFailure(.file, "cannot \(error)\(advice)")
    }
}

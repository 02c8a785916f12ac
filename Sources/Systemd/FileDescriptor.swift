import CSystemd
import Glibc

/// A file descriptor, which is closed when its owner is destroyed.
public nonisolated struct FileDescriptor: ~Copyable, Sendable {
    /// The number of the descriptor, for calls that borrow it; never close it directly.
    public let raw: CInt

    /// Takes ownership of an open descriptor.
    public init(owning raw: CInt) {
        precondition(raw >= 0, "no descriptor")
        self.raw = raw
    }

    /// Opens a file, close-on-exec and never as a controlling terminal.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - flags: The flags of open(2), such as `O_RDONLY`.
    ///   - mode: The permissions of a file that is created.
    /// - Throws: The error of open(2) with the path.
    public init(opening path: String, _ flags: CInt, mode: UInt32 = 0o600) throws(SystemError) {
        raw = try checked("open", open(path, flags | O_CLOEXEC | O_NOCTTY, mode), path)
    }

    /// Accepts the next waiting connection of a listening socket, non-blocking and close-on-exec.
    ///
    /// - Returns: `nil` when no connection waits, or the waiting one was closed.
    /// - Throws: The error of accept4(2); `EMFILE` when the descriptor limit is reached.
    public static func accept(on listener: CInt) throws(SystemError) -> FileDescriptor? {
        let flags = CInt(bitPattern: SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let raw = accept4(listener, nil, nil, flags)
        if raw >= 0 { return FileDescriptor(owning: raw) }
        guard [EAGAIN, EINTR, ECONNABORTED].contains(errno) else { throw .last("accept") }
        return nil
    }

    /// Raises the limit on open descriptors to the maximum that the service manager allows.
    ///
    /// The usual limit of 1024 exists for programs that use select(2).
    ///
    /// - Returns: The new limit.
    /// - Throws: The error of setrlimit(2).
    @discardableResult
    public static func raiseLimit() throws(SystemError) -> Int {
        var limit = rlimit()
        try checked("getrlimit", getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))
        limit.rlim_cur = limit.rlim_max
        try checked("setrlimit", setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))
        return Int(clamping: limit.rlim_cur)
    }

    /// Returns the maximum number of descriptors that the process may have.
    ///
    /// - Throws: The error of getrlimit(2).
    public static func limit() throws(SystemError) -> Int {
        var limit = rlimit()
        try checked("getrlimit", getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))
        return Int(clamping: limit.rlim_cur)
    }

    /// Writes all files of the file system of this one to the disk; `path` is for the error.
    ///
    /// - Throws: The error of syncfs(2).
    package func synchronizeFileSystem(_ path: String) throws(SystemError) {
        guard syncfs(raw) == 0 else { throw .last("syncfs", path) }
    }

    /// Returns the number and gives up ownership; the caller must close the descriptor.
    public consuming func release() -> CInt {
        let raw = raw
        discard self
        return raw
    }

    deinit {
        // An error of close(2) concerns a write that was not synchronized; callers that need to know use
        // fsync.
        _ = close(raw)
    }
}

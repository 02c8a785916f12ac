import CSystemd
import Glibc

/// An open file, socket or anything else with a number; closed when its owner lets it go.
public nonisolated struct FileDescriptor: ~Copyable, Sendable {
    /// The number, for calls that borrow it; never close it by hand.
    public let raw: CInt

    /// Takes over an open descriptor.
    public init(owning raw: CInt) {
        precondition(raw >= 0, "no descriptor")
        self.raw = raw
    }

    /// Opens a file, close-on-exec and never as a controlling terminal.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - flags: As open(2) has them, such as `O_RDONLY`.
    ///   - mode: The permissions of a file that is made.
    /// - Throws: What open(2) says, with the path.
    public init(opening path: String, _ flags: CInt, mode: UInt32 = 0o600) throws(SystemError) {
        raw = try checked("open", open(path, flags | O_CLOEXEC | O_NOCTTY, mode), path)
    }

    /// Takes the next connection that waits on a listening socket, not blocking and close-on-exec.
    ///
    /// - Returns: `nil` when none waits, or the one that waited has gone.
    /// - Throws: What accept4(2) says; `EMFILE` when there is no number left.
    public static func accept(on listener: CInt) throws(SystemError) -> FileDescriptor? {
        let flags = CInt(bitPattern: SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let raw = accept4(listener, nil, nil, flags)
        if raw >= 0 { return FileDescriptor(owning: raw) }
        guard [EAGAIN, EINTR, ECONNABORTED].contains(errno) else { throw .last("accept") }
        return nil
    }

    /// Lets the process open as many descriptors as the service manager allows at most.
    ///
    /// The usual limit of 1024 is for programs that use select(2).
    ///
    /// - Returns: How many that are.
    /// - Throws: What setrlimit(2) says.
    @discardableResult
    public static func raiseLimit() throws(SystemError) -> Int {
        var limit = rlimit()
        try checked("getrlimit", getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))
        limit.rlim_cur = limit.rlim_max
        try checked("setrlimit", setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit))
        return Int(clamping: limit.rlim_cur)
    }

    /// Gives the number to another owner, who must close it.
    public consuming func release() -> CInt {
        let raw = raw
        discard self
        return raw
    }

    deinit {
        // What close(2) reports belongs to a write that was not synced; who needs to know calls fsync.
        _ = close(raw)
    }
}

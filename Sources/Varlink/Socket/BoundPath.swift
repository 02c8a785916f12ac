import Glibc
import Systemd

/// The path of a Unix socket, which is removed when this object is released.
nonisolated struct BoundPath: ~Copyable {
    private let path: String

    /// Listens at a path, replacing an existing socket: the caller knows that no other process serves it.
    ///
    /// The socket is bound to a temporary name and then moved, so that it appears under the path with its
    /// permissions.
    ///
    /// - Parameters:
    ///   - path: The path, at most 103 bytes.
    ///   - mode: The permissions.
    ///   - descriptor: Receives the listening socket.
    /// - Throws: The errors of the system calls, with the path; `EEXIST` if the path names something other
    ///   than a socket.
    init(_ path: String, mode: mode_t, _ descriptor: inout FileDescriptor?) throws(SystemError) {
        let beside = path + ".new"
        let socket = try UnixAddress.socket(blocking: false)
        let address = try UnixAddress(beside)
        try Self.see(path)
        // Removes the remains of an interrupted start; fails harmlessly if there are none.
        _ = unlink(beside)
        let raw = socket.raw
        guard address.with({ bind(raw, $0, $1) }) == 0 else { throw .last("bind", path) }
        guard chmod(beside, mode) == 0 else { throw .last("chmod", path) }
        guard Glibc.listen(raw, SOMAXCONN) == 0 else { throw .last("listen", path) }
        guard rename(beside, path) == 0 else { throw .last("rename", path) }
        self.path = path
        descriptor = consume socket
    }

    deinit {
        // Fails harmlessly if the socket has already been removed.
        _ = unlink(path)
    }

    /// Checks that the path names a socket or nothing.
    private static func see(_ path: String) throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SystemError(call: "bind", code: EEXIST, detail: path)
        }
    }
}

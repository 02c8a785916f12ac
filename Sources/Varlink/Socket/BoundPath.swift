import Glibc
import Systemd

/// A Unix socket's place in the file system, which is removed when this is let go.
nonisolated struct BoundPath: ~Copyable {
    private let path: String

    /// Listens at a path, in the place of a socket that stands there: the caller knows that nobody else serves it.
    ///
    /// The socket appears under the path with its permissions at once: it is bound beside and moved.
    ///
    /// - Parameters:
    ///   - path: At most 103 bytes.
    ///   - mode: The permissions.
    ///   - descriptor: Where the listening socket goes.
    /// - Throws: What the calls say, with the path; `EEXIST` when something stands there that is no socket.
    init(_ path: String, mode: mode_t, _ descriptor: inout FileDescriptor?) throws(SystemError) {
        let beside = path + ".new"
        let socket = try UnixAddress.socket(blocking: false)
        let address = try UnixAddress(beside)
        try Self.see(path)
        // What is left of an interrupted start; when there is nothing, nothing is to be done.
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
        // Who removed it before has done what was to be done.
        _ = unlink(path)
    }

    /// Sees that what stands at the path is a socket, if anything does.
    private static func see(_ path: String) throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SystemError(call: "bind", code: EEXIST, detail: path)
        }
    }
}

package import Glibc
package import Systemd

/// The address of a Unix socket in the file system.
package nonisolated struct UnixAddress {
    private var address = sockaddr_un()

    /// Creates the address of a path.
    ///
    /// - Throws: ENAMETOOLONG if the path has more than 107 bytes, EINVAL if it is empty or contains a NUL
    ///   byte.
    package init(_ path: String) throws(SystemError) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0) else {
            throw SystemError(call: "address", code: EINVAL, detail: path)
        }
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError(call: "address", code: ENAMETOOLONG, detail: path)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Passes the address to a system call.
    package func with(_ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Creates a stream socket.
    package static func socket(blocking: Bool) throws(SystemError) -> FileDescriptor {
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (blocking ? 0 : SOCK_NONBLOCK.rawValue)
        let raw = Glibc.socket(AF_UNIX, CInt(bitPattern: flags), 0)
        guard raw >= 0 else { throw .last("socket") }
        return FileDescriptor(owning: raw)
    }
}

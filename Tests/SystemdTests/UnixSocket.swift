import Glibc
import Systemd

/// Unix sockets for tests.
enum UnixSocket {
    static func listening(at path: String) throws -> FileDescriptor {
        let socket = try made(SOCK_STREAM)
        _ = withAddress(path) { bind(socket.raw, $0, $1) }
        listen(socket.raw, 8)
        return socket
    }

    static func connected(to path: String) throws -> FileDescriptor {
        let socket = try made(SOCK_STREAM)
        _ = withAddress(path) { connect(socket.raw, $0, $1) }
        return socket
    }

    /// Returns a bound datagram socket.
    static func mailbox(at path: String) throws -> FileDescriptor {
        let socket = try made(SOCK_DGRAM)
        _ = withAddress(path) { bind(socket.raw, $0, $1) }
        return socket
    }

    private static func made(_ kind: __socket_type) throws -> FileDescriptor {
        let flags = kind.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let raw = socket(AF_UNIX, CInt(bitPattern: flags), 0)
        guard raw >= 0 else { throw SystemError.last("socket") }
        return FileDescriptor(owning: raw)
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt)
        -> CInt
    {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

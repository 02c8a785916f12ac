import Glibc
import Systemd

/// A blocking client end of a Unix socket, without a protocol and almost without cost.
enum BenchSocket {
    /// Connects; `patience` is the time that the server may take to start.
    ///
    /// - Throws: The last error of connect(2).
    static func connect(_ path: String, patience: Duration = .zero) throws -> CInt {
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError.last("socket") }
        let end = ContinuousClock.now + patience
        while withAddress(path, call: { Glibc.connect(descriptor, $0, $1) }) != 0 {
            guard .now < end else { throw SystemError.last("connect", path) }
            usleep(1_000)
        }
        return descriptor
    }

    /// Sends all bytes at once.
    static func send(_ bytes: [UInt8], to descriptor: CInt) {
        let count = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        precondition(count == bytes.count, "the server does not read")
    }

    /// Calls a function with the address of a socket, as for bind(2) and connect(2).
    static func withAddress(_ path: String, call: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

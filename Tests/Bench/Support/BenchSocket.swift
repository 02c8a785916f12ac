import CSystemd
import Glibc
import Systemd

/// A blocking client end of a Unix socket, without a protocol and almost without cost.
enum BenchSocket {
    /// Connects; `patience` is the time that the server may take to start.
    ///
    /// - Throws: The last error of connect(2).
    static func connect(_ path: String, patience: Duration = .zero) throws -> CInt {
        try connect(AF_UNIX, to: path, patience) { descriptor in
            withAddress(path) { Glibc.connect(descriptor, $0, $1) }
        }
    }

    /// Connects to a TCP port of this machine, without delaying small packets.
    ///
    /// - Throws: The last error of connect(2).
    static func connect(port: UInt16, patience: Duration = .zero) throws -> CInt {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let descriptor = try connect(AF_INET, to: "port \(port)", patience) { descriptor in
            withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        var yes: CInt = 1
        setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<CInt>.size))
        return descriptor
    }

    private static func connect(
        _ family: CInt, to place: String, _ patience: Duration, call: (CInt) -> CInt
    ) throws -> CInt {
        let descriptor = socket(family, CInt(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError.last("socket") }
        let end = ContinuousClock.now + patience
        while call(descriptor) != 0 {
            guard .now < end else { throw SystemError.last("connect", place) }
            usleep(1_000)
        }
        return descriptor
    }

    /// Limits the time for which a receiving call waits.
    static func limitWaiting(_ descriptor: CInt, seconds: Int) {
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
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

import CSystemd
import Glibc
import Systemd

/// Blocking client ends of sockets, without a protocol and almost without cost.
enum BenchSocket {
    /// Connects to a Unix socket; `patience` is the time that the server may take to start.
    ///
    /// - Throws: The last error of connect(2).
    static func connect(_ path: String, patience: Duration = .zero) throws -> CInt {
        let end = ContinuousClock.now + patience
        while true {
            let descriptor = try open(AF_UNIX)
            if withAddress(path, call: { Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
            let error = SystemError.last("connect", path)
            close(descriptor)
            guard .now < end else { throw error }
            usleep(1_000)
        }
    }

    /// Connects to a TCP port of this machine.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - number: The number of the client, which determines its address: ten have the same.
    /// - Returns: The socket.
    /// - Throws: The system error.
    static func connect(port: UInt16, number: Int) throws -> CInt {
        let group = number / 10
        let descriptor = try open(AF_INET)
        let source = loopback(0, [127, 0, UInt8(1 + group / 200), UInt8(1 + group % 200)])
        let isConnected =
            with(source) { bind(descriptor, $0, $1) } == 0
            && with(loopback(port, [127, 0, 0, 1])) { Glibc.connect(descriptor, $0, $1) } == 0
        guard isConnected else {
            let error = SystemError.last("connect", "port \(port)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Returns a TCP port of this machine that nothing uses at the moment.
    static func freePort() throws -> UInt16 {
        let descriptor = try open(AF_INET)
        defer { close(descriptor) }
        guard with(loopback(0, [127, 0, 0, 1]), { bind(descriptor, $0, $1) }) == 0 else {
            throw SystemError.last("bind")
        }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
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
        return with(address, call)
    }

    private static func open(_ family: CInt) throws -> CInt {
        let descriptor = socket(family, CInt(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError.last("socket") }
        return descriptor
    }

    private static func loopback(_ port: UInt16, _ bytes: [UInt8]) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
        return address
    }

    private static func with<Address>(
        _ address: Address, _ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}

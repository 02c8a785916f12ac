import Glibc
import Systemd

/// Binds a socket to a port of 127.0.0.1, or of every address; 0 selects a free one.
///
/// - Throws: When the port cannot be bound.
public func bindToLoopback(_ raw: CInt, port: Int = 0, anywhere: Bool = false) throws -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = anywhere ? 0 : UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
            bind(raw, place, length) == 0 ? getsockname(raw, place, &length) : -1
        }
    }
    guard result == 0 else { throw SystemError.last("bind") }
    return Int(UInt16(bigEndian: address.sin_port))
}

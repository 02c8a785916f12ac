import Glibc
import Systemd

/// An IP address and a port to listen on.
struct ListenAddress: CustomStringConvertible {
    /// The address and the port as in a URL: `127.0.0.1:1034`, `[::1]:1034`.
    let description: String
    private let address: sockaddr_storage
    private let length: socklen_t

    /// Parses an address; `nil` if it is none.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = text[..<colon]
        var storage = sockaddr_storage()
        let isSix = host.hasPrefix("[") && host.hasSuffix("]")
        let length =
            isSix
            ? ListenAddress.fillSix(&storage, String(host.dropFirst().dropLast()), port)
            : ListenAddress.fillFour(&storage, String(host), port)
        guard let length else { return nil }
        description = text
        address = storage
        self.length = length
    }

    /// Opens a listening socket.
    ///
    /// - Throws: The error of socket(2), bind(2) or listen(2).
    func listen() throws(SystemError) -> FileDescriptor {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let raw = socket(CInt(address.ss_family), type, 0)
        guard raw >= 0 else { throw .last("socket", description) }
        let descriptor = FileDescriptor(owning: raw)
        var yes: CInt = 1
        // Without it, a restarted program would have to wait for connections of the one before.
        _ = setsockopt(raw, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        var address = address
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, length) }
        }
        guard result == 0 else { throw .last("bind", description) }
        guard Glibc.listen(raw, SOMAXCONN) == 0 else { throw .last("listen", description) }
        return descriptor
    }

    private static func fillFour(
        _ storage: inout sockaddr_storage, _ host: String, _ port: UInt16
    ) -> socklen_t? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
        withUnsafeMutableBytes(of: &storage) { room in
            withUnsafeBytes(of: &address) { room.copyBytes(from: $0) }
        }
        return socklen_t(MemoryLayout<sockaddr_in>.size)
    }

    private static func fillSix(
        _ storage: inout sockaddr_storage, _ host: String, _ port: UInt16
    ) -> socklen_t? {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        guard inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { return nil }
        withUnsafeMutableBytes(of: &storage) { room in
            withUnsafeBytes(of: &address) { room.copyBytes(from: $0) }
        }
        return socklen_t(MemoryLayout<sockaddr_in6>.size)
    }
}

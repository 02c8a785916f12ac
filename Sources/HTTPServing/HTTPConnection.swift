import CMicroHTTPD
import Glibc
import Reactive
import Systemd

/// A connection of a client, which may carry several requests one after another.
final class HTTPConnection {
    /// The client.
    let client: HTTPRequest.Client
    private let socket: CInt

    init(_ connection: OpaquePointer) {
        socket = almanac_http_socket(connection)
        client = HTTPRequest.Client(connectedTo: socket)
    }

    /// Ends the connection; libmicrohttpd notices it and closes the socket.
    func shutDown() {
        // A connection that the client has closed meanwhile needs no second end.
        _ = shutdown(socket, CInt(SHUT_RDWR))
    }
}

nonisolated extension HTTPRequest.Client {
    /// Determines the client at the other end of a socket.
    init(connectedTo socket: CInt) {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &length) }
        }
        self = result == 0 ? HTTPRequest.Client(address) : .local
    }

    private init(_ address: sockaddr_storage) {
        self = withUnsafeBytes(of: address) { bytes in
            switch CInt(address.ss_family) {
            case AF_INET: .address(Array(bytes[4..<8]))
            case AF_INET6: .address(HTTPRequest.Client.plain(Array(bytes[8..<24])))
            default: .local
            }
        }
    }

    /// Returns the four bytes of an IPv4 address that is mapped to IPv6, or else the sixteen bytes.
    ///
    /// Source: RFC 4291, 2.5.5.2.
    private static func plain(_ address: [UInt8]) -> [UInt8] {
        let isMapped = address.prefix(10).allSatisfy { $0 == 0 } && address[10...11].allSatisfy { $0 == .max }
        return isMapped ? Array(address.suffix(4)) : address
    }
}

/// The connections without a complete request, which are closed when they stay so for long: a client that
/// sends its request byte by byte must not hold a connection for ever.
final class IdleConnections {
    private let patience: Duration
    private let loop: EventLoop
    private var since: [ObjectIdentifier: (connection: HTTPConnection, time: LoopTime)] = [:]
    private var timer: AnyCancellable?

    init(patience: Duration, on loop: EventLoop) {
        self.patience = patience
        self.loop = loop
    }

    func add(_ connection: HTTPConnection) {
        since[ObjectIdentifier(connection)] = (connection, loop.now)
        if timer == nil { wait() }
    }

    func remove(_ connection: HTTPConnection) { since[ObjectIdentifier(connection)] = nil }

    private func wait() {
        timer = loop.after(patience / 2, slack: .seconds(1)) { [unowned self] in sweep() }
    }

    private func sweep() {
        let now = loop.now
        let overdue = since.values.filter { $0.time.distance(to: now).duration >= patience }
        for (connection, _) in overdue {
            remove(connection)
            connection.shutDown()
        }
        timer = nil
        if !since.isEmpty { wait() }
    }
}

import Glibc

/// The client's end of a connection to the daemon, without any protocol.
final class RawSocket {
    /// Whether the daemon has closed the connection and everything sent before was read.
    private(set) var isAtEnd = false
    private let raw: CInt
    private var room = [UInt8](repeating: 0, count: 65_536)

    /// Connects to a socket.
    init(_ path: String) {
        raw = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        precondition(Self.with(path) { connect(raw, $0, $1) } == 0, "cannot connect to \(path)")
    }

    /// Passes the address of a path to a system call, see unix(7).
    static func with(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    isolated deinit { close(raw) }

    /// Sends text, which must fit into the socket.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        precondition(Glibc.send(raw, bytes, bytes.count, 0) == bytes.count, "cannot send")
    }

    /// Shuts down the sending side; replies can still be received.
    func finishSending() { shutdown(raw, CInt(SHUT_WR)) }

    /// Receives at most this number of bytes; `nil` if none are available.
    func receive(atMost limit: Int = 65_536) -> ArraySlice<UInt8>? {
        let count = recv(raw, &room, min(limit, room.count), CInt(MSG_DONTWAIT))
        if count == 0 { isAtEnd = true }
        return count > 0 ? room[..<count] : nil
    }
}

import Glibc

/// A client that says what it is told to, whether it was answered or not.
final class RawPeer {
    private let socket: CInt
    private var text: [UInt8] = []

    init(_ path: String) {
        socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0, "cannot connect to \(path)")
    }

    isolated deinit { close(socket) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        precondition(Glibc.send(socket, bytes, bytes.count, 0) == bytes.count, "cannot send")
    }

    /// The lines that it was answered so far.
    var lines: [String] {
        var room = [UInt8](repeating: 0, count: 4096)
        while case let size = recv(socket, &room, room.count, CInt(MSG_DONTWAIT)), size > 0 {
            text += room[..<size]
        }
        return text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }
}

import CSystemd
import Glibc
import Systemd

/// A blocking connection of an HTTP client that makes few system calls and reads no content.
final class WebClient {
    /// The socket.
    let descriptor: CInt
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects to a port of this machine.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - number: The number of the client, which determines its address: ten have the same.
    /// - Throws: The system error if it cannot connect.
    init(_ port: UInt16, number: Int = 0) throws {
        let group = number / 10
        let source = WebClient.address(0, [127, 0, UInt8(1 + group / 200), UInt8(1 + group % 200)])
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError.last("socket") }
        var isOn: CInt = 1
        // Without this, the client is only slower.
        let size = socklen_t(MemoryLayout<CInt>.size)
        _ = setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &isOn, size)
        guard WebClient.with(source, { bind(descriptor, $0, $1) }) == 0 else {
            throw SystemError.last("bind")
        }
        let server = WebClient.address(port, [127, 0, 0, 1])
        guard WebClient.with(server, { connect(descriptor, $0, $1) }) == 0 else {
            throw SystemError.last("connect")
        }
    }

    isolated deinit { close(descriptor) }

    /// Waits until a server accepts connections.
    static func awaitServer(at port: UInt16) throws {
        for _ in 0..<500 {
            if (try? WebClient(port)) != nil { return }
            usleep(20_000)
        }
        throw BenchError("no server listens on port \(port)")
    }

    /// Returns a request that browsers would send, without fields that do not matter.
    static func request(_ target: String, encoding: String? = nil) -> [UInt8] {
        let accepted = encoding.map { "Accept-Encoding: \($0)\r\n" } ?? ""
        return Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\(accepted)\r\n".utf8)
    }

    /// Sends a request.
    func send(_ request: [UInt8]) { BenchSocket.send(request, to: descriptor) }

    /// Returns what has arrived; waits for it.
    func receive() throws -> ArraySlice<UInt8> {
        let count = recv(descriptor, &room, room.count, 0)
        try check(count)
        return room[..<count]
    }

    /// Drops what has arrived, at most so many bytes; returns how many.
    func dropSome(_ count: Int) throws -> Int {
        // The kernel drops the bytes without copying them, see tcp(7).
        let dropped = recv(descriptor, nil, count, CInt(MSG_TRUNC))
        try check(dropped)
        return dropped
    }

    private func check(_ received: Int) throws {
        guard received >= 0 else { throw SystemError.last("recv", "a response") }
        guard received > 0 else { throw BenchError("the server has closed the connection") }
    }

    /// Returns a response to a request, with its head.
    func response(to request: [UInt8]) throws -> (head: String, body: [UInt8]) {
        send(request)
        var bytes: [UInt8] = []
        while true {
            bytes += try receive()
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
            guard let field, let length = Int(field.drop { $0 != " " }.dropFirst()),
                head.hasPrefix("HTTP/1.1 200")
            else { throw BenchError("unexpected response: \(head)") }
            if bytes.count - end.upperBound >= length { return (head, Array(bytes[end.upperBound...])) }
        }
    }

    private static func address(_ port: UInt16, _ bytes: [UInt8]) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
        return address
    }

    private static func with(
        _ address: sockaddr_in, _ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

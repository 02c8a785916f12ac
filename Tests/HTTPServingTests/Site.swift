import Glibc
import HTTPServing
import Systemd

/// A server on a Unix socket and a loopback port of its own.
final class Site {
    let loop: EventLoop
    let server: HTTPServer
    private let path: String
    private let port: UInt16

    init(
        limits: HTTPLimits = HTTPLimits(), proxy: UInt32? = nil,
        _ handle: @escaping (HTTPRequest, HTTPExchange) -> Void
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        server = try HTTPServer(on: loop, limits: limits, proxy: proxy, handle: handle)
        path = Site.freshPath()
        try server.listen(on: Site.listener(at: path))
        let (listener, port) = Site.loopbackListener()
        self.port = port
        try server.listen(on: FileDescriptor(owning: listener))
    }

    deinit { unlink(path) }

    /// Returns a new client on the Unix socket.
    func client() -> TestClient { TestClient(path: path, on: loop) }

    /// Returns a new client on the loopback address.
    func remoteClient() -> TestClient { TestClient(port: port, on: loop) }

    /// Returns a client that has sent a request for a path, on behalf of a visitor of the proxy.
    func client(_ path: String, for visitor: String? = nil) -> TestClient {
        let client = client()
        let forwarded = visitor.map { "X-Forwarded-For: \($0)\r\n" } ?? ""
        client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\(forwarded)\r\n")
        return client
    }

    /// Returns a listening socket and its port.
    private static func loopbackListener() -> (CInt, UInt16) {
        let raw = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in(loopback: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(raw, address, length) == 0 && listen(raw, 64) == 0
                    && getsockname(raw, address, &length) == 0
            }
        }
        precondition(result, "\(errno)")
        return (raw, UInt16(bigEndian: address.sin_port))
    }

    private static func freshPath() -> String {
        var template = Array("/tmp/almanac-http-XXXXXX".utf8CString)
        close(mkstemp(&template))
        let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        unlink(path)
        return path
    }

    private static func listener(at path: String) -> FileDescriptor {
        let raw = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0 && listen(raw, 64) == 0, "\(errno)")
        return FileDescriptor(owning: raw)
    }
}

/// A source that sends what a test gives it.
final class Script: HTTPStreamSource {
    var pending: [UInt8] = []
    var endless = false
    private(set) var readCount = 0
    private(set) var hasEnded = false

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        if endless { pending = Array(repeating: UInt8(ascii: "x"), count: buffer.count) }
        let count = min(buffer.count, pending.count)
        buffer.copyBytes(from: pending.prefix(count))
        pending.removeFirst(count)
        readCount += count
        return count
    }

    func ended() { hasEnded = true }
}

extension sockaddr_in {
    /// A port of 127.0.0.1.
    init(loopback port: UInt16) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = port.bigEndian
        sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }
}

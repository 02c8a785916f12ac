import Glibc
import HTTPServing
import Systemd

/// A server on a Unix socket of its own.
final class Site {
    let loop: EventLoop
    let server: HTTPServer
    private let path: String

    init(
        limits: HTTPLimits = HTTPLimits(), _ handle: @escaping (HTTPRequest, HTTPExchange) -> Void
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        server = try HTTPServer(on: loop, limits: limits, handle: handle)
        path = Site.freshPath()
        try server.listen(on: Site.listener(at: path))
    }

    deinit { unlink(path) }

    /// Returns a new client.
    func client() -> TestClient { TestClient(path: path, on: loop) }

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

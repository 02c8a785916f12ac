import Glibc
import Systemd

/// A server on 127.0.0.1 that says exactly what a test tells it to say, on the loop of the test.
final class HTTPServer {
    /// One thing that a connection does, in order.
    enum Act {
        /// Says these bytes.
        case say(String)
        /// Says these bytes.
        case bytes([UInt8])
        /// Says these bytes again and again, until nobody listens.
        case forever([UInt8])
        /// Says nothing more, and stays.
        case keepSilent
        /// Closes the connection.
        case close
        /// Breaks the connection off (RST).
        case reset
    }

    /// The port it listens on.
    let port: Int
    /// What was asked so far, the heads of the requests as they came.
    private(set) var heads: [String] = []
    /// How many connections were taken.
    private(set) var connections = 0
    /// How many connections are open.
    var open: Int { peers.count }
    /// What to do about a request; its head is given.
    var script: (String) -> [Act] = { _ in [.say("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")] }

    /// What to do when a connection is taken, before anything is asked.
    var greeting: [Act] = []

    private let loop: EventLoop
    private let listener: FileDescriptor
    private var watch: IOWatch?
    private var peers: [CInt: HTTPPeer] = [:]

    init(on loop: EventLoop) throws {
        self.loop = loop
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        listener = FileDescriptor(owning: socket(AF_INET, kind, 0))
        port = try bindToLoopback(listener.raw)
        guard listen(listener.raw, 128) == 0 else { throw SystemError.last("listen") }
        watch = try loop.watch(listener.raw, for: .reading) { [unowned self] _ in accept() }
    }

    /// The address of a document here.
    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    private func accept() {
        while let made = try? FileDescriptor.accept(on: listener.raw) {
            connections += 1
            let raw = made.raw
            peers[raw] = HTTPPeer(
                made, on: loop, greeting,
                heard: { [unowned self] head in
                    heads.append(head)
                    return script(head)
                }, gone: { [unowned self] in peers[raw] = nil })
        }
    }
}

/// Gives a socket a port of 127.0.0.1, or of every address: 0 finds a free one.
func bindToLoopback(_ raw: CInt, port: Int = 0, anywhere: Bool = false) throws -> Int {
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

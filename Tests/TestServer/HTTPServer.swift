import Glibc
public import Systemd

/// A server on 127.0.0.1 that says exactly what a test tells it to say, on the loop of the test.
public final class HTTPServer {
    /// One thing that a connection does, in order.
    public enum Act: Sendable {
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
    public let port: Int
    /// What was asked so far, the heads of the requests as they came.
    public private(set) var heads: [String] = []
    /// How many connections were taken.
    public private(set) var connections = 0
    /// How many connections are open.
    public var open: Int { peers.count }
    /// What to do about a request; its head is given.
    public var script: (String) -> [Act] = { _ in
        [.say("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")]
    }

    /// What to do when a connection is taken, before anything is asked.
    public var greeting: [Act] = []

    private let loop: EventLoop
    /// Before what it watches: it must end first, since a process that is being made may hold that open.
    private var watch: IOWatch?
    private let listener: FileDescriptor
    private var peers: [CInt: HTTPPeer] = [:]

    /// Listens on a free port.
    ///
    /// - Throws: When there is no port or descriptor left.
    public init(on loop: EventLoop) throws {
        self.loop = loop
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        listener = FileDescriptor(owning: socket(AF_INET, kind, 0))
        port = try bindToLoopback(listener.raw)
        guard listen(listener.raw, 128) == 0 else { throw SystemError.last("listen") }
        watch = try loop.watch(listener.raw, for: .reading) { [unowned self] _ in accept() }
    }

    /// The address of a document here.
    public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

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

import Glibc
public import Systemd

/// An HTTP server on 127.0.0.1 that sends exactly the bytes that a test specifies, on the loop of the test.
public final class HTTPServer {
    /// One action of a connection; actions run in order.
    public enum Act: Sendable {
        /// Sends these bytes.
        case say(String)
        /// Sends these bytes.
        case bytes([UInt8])
        /// Sends these bytes repeatedly until the client disconnects.
        case forever([UInt8])
        /// Sends nothing more and leaves the connection open.
        case keepSilent
        /// Closes the connection.
        case close
        /// Resets the connection (RST).
        case reset
    }

    /// The port that it listens on.
    public let port: Int
    /// The heads of all requests so far, as received.
    public private(set) var heads: [String] = []
    /// The number of the request that `script` answers, counted from 1 on its connection.
    public private(set) var position = 0
    /// The number of connections accepted.
    public private(set) var connections = 0
    /// The number of open connections.
    public var open: Int { peers.count }
    /// Returns the acts that answer a request, from its head.
    public var script: (String) -> [Act] = { _ in
        [.say("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")]
    }

    /// The acts of a new connection, before any request.
    public var greeting: [Act] = []

    private let loop: EventLoop
    /// Declared before its descriptor, so that it ends first: a child process that is being spawned may hold
    /// the descriptor open.
    private var watch: IOWatch?
    private let listener: FileDescriptor
    private var peers: [CInt: HTTPPeer] = [:]

    /// Listens on a free port.
    ///
    /// - Throws: When no port or descriptor is left.
    public init(on loop: EventLoop) throws {
        self.loop = loop
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
        listener = FileDescriptor(owning: socket(AF_INET, kind, 0))
        port = try bindToLoopback(listener.raw)
        guard listen(listener.raw, 128) == 0 else { throw SystemError.last("listen") }
        watch = try loop.watch(listener.raw, for: .reading) { [unowned self] _ in accept() }
    }

    /// Returns the address of a document on this server.
    public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    private func accept() {
        while let made = try? FileDescriptor.accept(on: listener.raw) {
            connections += 1
            let raw = made.raw
            peers[raw] = HTTPPeer(
                made, on: loop, greeting,
                heard: { [unowned self] head, position in
                    heads.append(head)
                    self.position = position
                    return script(head)
                }, gone: { [unowned self] in peers[raw] = nil })
        }
    }
}

import Glibc
import Systemd

/// A client that is connected to a server over a socket pair, and runs the event loop while it waits.
final class TestClient {
    private let descriptor: FileDescriptor
    private let loop: EventLoop
    private(set) var received: [UInt8] = []
    private(set) var hasEnded = false

    init(_ descriptor: consuming FileDescriptor, on loop: EventLoop) {
        self.descriptor = descriptor
        self.loop = loop
    }

    /// Connects to a listening socket.
    convenience init(path: String, on loop: EventLoop) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        self.init(TestClient.connected(to: &address, AF_UNIX), on: loop)
    }

    /// Connects to a port of the loopback address.
    convenience init(port: UInt16, on loop: EventLoop) {
        var address = sockaddr_in(loopback: port)
        self.init(TestClient.connected(to: &address, AF_INET), on: loop)
    }

    private static func connected<Address>(to address: inout Address, _ family: CInt) -> FileDescriptor {
        let raw = socket(family, CInt(SOCK_STREAM.rawValue), 0)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(raw, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        precondition(result == 0, "connect: \(errno)")
        _ = fcntl(raw, F_SETFL, O_NONBLOCK)
        return FileDescriptor(owning: raw)
    }

    /// Sends text as it is.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        precondition(write(descriptor.raw, bytes, bytes.count) == bytes.count)
    }

    /// Sends no more.
    func finish() { shutdown(descriptor.raw, CInt(SHUT_WR)) }

    /// The text received so far.
    var text: String { String(decoding: received, as: UTF8.self) }

    /// Runs the loop until the text received satisfies a condition, or the connection ends.
    func wait(until isDone: (String) -> Bool) throws { try wait(for: { isDone(text) }) }

    /// Runs the loop until a condition holds, or the connection ends.
    func wait(for isDone: () -> Bool) throws {
        while !isDone(), !hasEnded {
            _ = try loop.turn(timeout: .milliseconds(20))
            read()
        }
    }

    /// Runs the loop until the server closes the connection.
    func waitForEnd() throws { try wait { _ in false } }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor.raw, &bytes, bytes.count)
        if count > 0 {
            received += bytes.prefix(count)
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            hasEnded = true
        }
    }
}

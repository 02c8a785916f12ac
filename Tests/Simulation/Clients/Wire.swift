import Glibc
import Records
import SimulatedSystem

/// A connection of a client to the daemon's socket: messages of JSON, each followed by a zero byte.
///
/// Source: varlink.org, Service Wire Protocol.
final class Wire {
    private var descriptor: CInt
    private var received: [UInt8] = []
    /// The room into which all connections receive; each turn asks each of them.
    private static var buffer = [UInt8](repeating: 0, count: 65536)
    /// Receives each message.
    var take: (JSON) -> Void = { _ in }
    /// Called when the daemon closed the connection.
    var closed: () -> Void = {}

    /// Connects; `nil` if nothing listens.
    init?(path: String, as user: UInt32) {
        descriptor = socket(
            AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        precondition(descriptor >= 0, "socket: \(errno)")
        guard Wire.connect(descriptor, to: path) else {
            Glibc.close(descriptor)
            return nil
        }
        simulated_peer(user)
    }

    private static func connect(_ descriptor: CInt, to path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            precondition(path.utf8.count < room.count, "the path of the socket is too long")
            room.copyBytes(from: path.utf8)
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    /// Sends a call.
    func call(_ method: String, _ parameters: JSON, more: Bool = false) {
        let message: JSON = ["method": .string(method), "parameters": parameters, "more": .bool(more)]
        var writer = JSONWriter()
        writer.value(message)
        let bytes = writer.finish() + [0]
        // A closed connection is noticed when reading.
        let sent = send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        precondition(sent == bytes.count || errno == EPIPE || errno == ECONNRESET, "the buffer is full")
    }

    /// Receives what has arrived.
    ///
    /// - Parameter discards: Whether to forget the bytes instead of taking the messages.
    /// - Returns: Whether anything has.
    @discardableResult
    func receive(discards: Bool = false) -> Bool {
        let count = recv(descriptor, &Self.buffer, Self.buffer.count, 0)
        if count < 0, errno == EAGAIN { return false }
        guard count > 0 else {
            close()
            closed()
            return true
        }
        if discards { return true }
        received.append(contentsOf: Self.buffer.prefix(count))
        splitMessages()
        return true
    }

    private func splitMessages() {
        var start = 0
        while descriptor >= 0, let end = received[start...].firstIndex(of: 0) {
            let message = Array(received[start..<end])
            start = end + 1
            guard let json = try? JSON(parsing: message) else {
                return World.current.fail(
                    "a message is not JSON: \(String(decoding: message.prefix(200), as: UTF8.self))")
            }
            take(json)
        }
        received.removeFirst(start)
    }

    /// Closes the connection.
    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    var isOpen: Bool { descriptor >= 0 }

    /// The entry for poll(2), which ignores a closed connection.
    var polled: pollfd { pollfd(fd: descriptor, events: CShort(POLLIN), revents: 0) }
}

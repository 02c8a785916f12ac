import Glibc
import Systemd
import Testing

/// The client's end of a connection, without any protocol: tests control every byte.
@MainActor
final class Wire {
    let raw: CInt
    private(set) var received: [UInt8] = []
    private(set) var isAtEnd = false
    /// The number of messages received, by delimiter.
    private var counts: [UInt8: Int] = [0x00: 0, 0x0A: 0]
    private var isOpen = true

    init(_ raw: CInt) { self.raw = raw }

    /// Connects to a socket.
    init(connecting path: String) throws {
        raw = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        try #require(Self.with(path) { connect(raw, $0, $1) } == 0, "connect \(path): \(errno)")
    }

    /// Creates a blocking, listening socket.
    static func listen(at path: String) throws -> CInt {
        let raw = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        try #require(with(path) { bind(raw, $0, $1) } == 0)
        try #require(Glibc.listen(raw, 10) == 0)
        return raw
    }

    private static func with(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    isolated deinit { close() }

    /// Sends text, as much as the socket accepts.
    @discardableResult
    func send(_ text: some StringProtocol) -> Int { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes {
            Glibc.send(raw, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
        }
    }

    /// Shuts down the sending side; reading continues.
    func halfClose() { shutdown(raw, CInt(SHUT_WR)) }

    func close() {
        if isOpen { Glibc.close(raw) }
        isOpen = false
    }

    /// Reads the input that has arrived.
    func read() {
        var room = [UInt8](repeating: 0, count: 65_536)
        while isOpen, !isAtEnd {
            let count = recv(raw, &room, room.count, CInt(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else {
                isAtEnd = true
                return
            }
            received += room[..<count]
            for byte in room[..<count] where byte == 0x00 || byte == 0x0A { counts[byte]! += 1 }
        }
    }

    /// Returns the complete messages received, without their delimiters.
    func messages(_ delimiter: UInt8 = 0) -> [String] {
        received.split(separator: delimiter, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the number of complete messages received.
    func count(_ delimiter: UInt8 = 0) -> Int { counts[delimiter] ?? 0 }

    /// Runs the loop until the given number of messages has arrived.
    func messages(_ count: Int, _ delimiter: UInt8 = 0, on loop: EventLoop) throws -> [String] {
        try until(loop) { self.count(delimiter) >= count }
        return messages(delimiter)
    }

    /// Runs the loop until a condition holds, which is checked after everything that was received.
    func until(_ loop: EventLoop, _ holds: () -> Bool) throws {
        let isSo = try loop.turn {
            read()
            return holds()
        }
        #expect(isSo, "the last bytes received: \(String(decoding: received.suffix(200), as: UTF8.self))")
    }

    /// Runs the loop until the other end has closed the connection.
    func untilEnd(on loop: EventLoop) throws { try until(loop) { isAtEnd } }
}

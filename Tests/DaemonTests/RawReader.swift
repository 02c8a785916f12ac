import Glibc

/// A subscriber that reads when it is told to, and checks each change as it comes.
final class RawReader {
    /// How many changes it has read.
    private(set) var count = 0
    /// What it read instead of the change that was due; `nil` while all is well.
    private(set) var fault: String?
    private let socket: CInt
    private let expected: (Int) -> String
    private var line: [UInt8] = []
    private var room = [UInt8](repeating: 0, count: 65_536)

    /// Connects and asks for changes, one event a line.
    ///
    /// - Parameters:
    ///   - path: Where the daemon listens.
    ///   - call: The call, without the newline.
    ///   - expected: What the change at a place must contain.
    init(_ path: String, _ call: String, expecting expected: @escaping (Int) -> String) {
        self.expected = expected
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
        let bytes = Array((call + "\n").utf8)
        precondition(send(socket, bytes, bytes.count, 0) == bytes.count, "cannot call")
    }

    isolated deinit { close(socket) }

    /// Reads all that is there.
    func read() {
        while case let size = recv(socket, &room, room.count, CInt(MSG_DONTWAIT)), size > 0 {
            var start = 0
            while let end = room[start..<size].withUnsafeBytes({ newline($0) }) {
                line += room[start..<start + end]
                take()
                start += end + 1
            }
            line += room[start..<size]
        }
    }

    private func newline(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress, let found = memchr(base, 0x0A, bytes.count) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    private func take() {
        line.append(0)
        if contains(#""event":"changed""#) {
            if !contains(expected(count)), fault == nil {
                fault = String(decoding: line.dropLast(), as: UTF8.self)
            }
            count += 1
        }
        line.removeAll(keepingCapacity: true)
    }

    private func contains(_ text: String) -> Bool {
        // Events are text without zeros.
        text.withCString { text in
            line.withUnsafeBytes { strstr($0.baseAddress!.assumingMemoryBound(to: CChar.self), text) } != nil
        }
    }
}

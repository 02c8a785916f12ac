import Glibc
import Systemd
import TestDaemon

/// A client of the web interface, which runs the loop of the daemon and of the web interface while it waits.
final class WebClient {
    private let descriptor: FileDescriptor
    private let daemon: ScriptedDaemon
    private var received: [UInt8] = []
    private(set) var hasEnded = false

    init(path: String, daemon: ScriptedDaemon) {
        self.daemon = daemon
        let raw = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un(path)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(raw, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0, "connect: \(errno)")
        _ = fcntl(raw, F_SETFL, O_NONBLOCK)
        descriptor = FileDescriptor(owning: raw)
    }

    /// The text received so far.
    var text: String { String(decoding: received, as: UTF8.self) }

    /// The status code of the response; 0 without one.
    var status: Int { Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0 }

    /// Returns the value of a header field of the response; `nil` if it is missing.
    func header(_ name: String) -> String? {
        let head = text.split(separator: "\r\n\r\n", maxSplits: 1).first ?? ""
        let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        return line.map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }

    /// The content of the response, with the chunks of a stream as they are.
    var body: String {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[1]) : ""
    }

    /// The bytes of the content.
    var bodyBytes: [UInt8] {
        received.firstRange(of: Array("\r\n\r\n".utf8)).map { Array(received[$0.upperBound...]) } ?? []
    }

    /// Whether a stream was ended by the server, which its last chunk says.
    var isEndedStream: Bool {
        read()
        return text.hasSuffix("0\r\n\r\n") || hasEnded
    }

    /// The cursors of the changes that a stream has sent, in order.
    var cursors: [String] {
        var found: [String] = []
        var last = ""
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("id: ") { last = String(line.dropFirst(4)) }
            if line.hasPrefix("event: changed") || line.hasPrefix("event: added") { found.append(last) }
        }
        return found
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        precondition(write(descriptor.raw, bytes, bytes.count) == bytes.count)
    }

    /// Runs the loop until the text received satisfies a condition, or the connection ends.
    func wait(until isDone: (WebClient) -> Bool) throws {
        _ = try daemon.turn {
            read()
            return isDone(self) || hasEnded
        }
    }

    /// Runs the loop until the server closes the connection.
    func waitForEnd() throws { try wait { _ in false } }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor.raw, &bytes, bytes.count)
            if count > 0 {
                received += bytes.prefix(count)
                continue
            }
            if count == 0 || (errno != EAGAIN && errno != EINTR) { hasEnded = true }
            return
        }
    }
}

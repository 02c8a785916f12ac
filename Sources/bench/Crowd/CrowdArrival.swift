import Glibc
import Records
import Systemd

/// Subscribers that connect at the same time and wait until their snapshots are complete.
final class CrowdArrival {
    private var sockets: [CInt] = []
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects all subscribers.
    init(_ count: Int, at path: String) throws {
        for _ in 0..<count {
            sockets.append(try BenchSocket.connect(path))
            Self.call(on: sockets[sockets.count - 1], "{\"method\":\"io.almanac.Subscribe\",\"more\":true}")
        }
    }

    isolated deinit { for socket in sockets { close(socket) } }

    /// Reads until each subscriber has received `ready` and a number of records.
    ///
    /// - Throws: An error if one has not.
    func awaitReady(records: Int) throws {
        for socket in sockets {
            var lines = 0
            var tail: [UInt8] = []
            // The first line is `subscribed`, the last one `ready`.
            while lines < records + 2 {
                let size = recv(socket, &room, room.count, 0)
                guard size > 0 else {
                    throw SystemError.last("recv", "a subscriber that connected with all others")
                }
                for byte in room[..<size] where byte == .newline { lines += 1 }
                tail = (tail + room[..<size]).suffix(100)
            }
            guard String(decoding: tail, as: UTF8.self).contains("\"ready\"") else {
                throw BenchError(
                    description: "a subscriber received \(lines) lines, the last of which is not ready")
            }
        }
    }

    /// Returns the almanac's status.
    static func status(at path: String, patience: Duration = .zero) throws -> JSON {
        let socket = try BenchSocket.connect(path, patience: patience)
        defer { close(socket) }
        call(on: socket, "{\"method\":\"io.almanac.GetStatus\"}")
        var room = [UInt8](repeating: 0, count: 1 << 16)
        let size = recv(socket, &room, room.count, 0)
        return try JSON(parsing: Array(room[..<max(0, size - 1)]))["parameters"] ?? .null
    }

    /// Sends a call as one line.
    static func call(on socket: CInt, _ text: String) {
        BenchSocket.send(Array((text + "\n").utf8), to: socket)
    }
}

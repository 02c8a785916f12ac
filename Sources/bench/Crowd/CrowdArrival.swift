import Glibc
import Records
import Systemd

/// Subscribers that come at once, and wait until they are told that they have all there is.
final class CrowdArrival {
    private var sockets: [CInt] = []
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects all.
    init(_ count: Int, at path: String) throws {
        for _ in 0..<count {
            sockets.append(try BenchSocket.connect(path))
            Self.call(sockets[sockets.count - 1], "{\"method\":\"io.almanac.Subscribe\",\"more\":true}")
        }
    }

    isolated deinit { for socket in sockets { close(socket) } }

    /// Reads until each has been told that it has all, and has so many records.
    ///
    /// - Throws: When one has not.
    func awaitReady(records: Int) throws {
        for socket in sockets {
            var (lines, tail): (Int, [UInt8]) = (0, [])
            // The first line says that it is subscribed, the last that it is ready.
            while lines < records + 2 {
                let size = recv(socket, &room, room.count, 0)
                guard size > 0 else { throw SystemError.last("recv", "a subscriber that came at once") }
                for byte in room[..<size] where byte == 0x0A { lines += 1 }
                tail = (tail + room[..<size]).suffix(100)
            }
            guard String(decoding: tail, as: UTF8.self).contains("\"ready\"") else {
                throw BenchError(
                    description: "a subscriber was told \(lines) lines, of which the last is not ready")
            }
        }
    }

    /// What the almanac tells of itself.
    static func status(at path: String, patience: Duration = .zero) throws -> JSON {
        let socket = try BenchSocket.connect(path, patience: patience)
        defer { close(socket) }
        call(socket, "{\"method\":\"io.almanac.GetStatus\"}")
        var room = [UInt8](repeating: 0, count: 1 << 16)
        let size = recv(socket, &room, room.count, 0)
        return try JSON(parsing: Array(room[..<max(0, size - 1)]))["parameters"] ?? .null
    }

    /// Asks something, as one line.
    static func call(_ socket: CInt, _ text: String) {
        BenchSocket.send(Array((text + "\n").utf8), to: socket)
    }
}

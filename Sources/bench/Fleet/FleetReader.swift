import CSystemd
import Glibc
import Records
import Systemd

/// A change that a leaf received.
struct FleetEvent {
    /// The number that the hub published.
    let value: Int
    /// The time of the hub's commit, in microseconds since 1970.
    let committed: Double
    /// The time of its arrival, in microseconds since 1970.
    let arrival: Double
    /// The size of the message, in bytes.
    let size: Int
}

/// A subscriber, of the hub itself as a leaf is, or of a leaf.
final class FleetReader {
    /// Whether it is a subscriber of a leaf that is a daemon.
    let isReal: Bool
    let socket: CInt
    private var pending: [UInt8] = []
    private var room = [UInt8](repeating: 0, count: 1 << 14)

    /// Subscribes.
    init(at path: String, isReal: Bool) throws {
        self.isReal = isReal
        socket = try BenchSocket.connect(path)
        CrowdArrival.call(
            on: socket,
            #"{"method":"io.almanac.Subscribe","more":true,"parameters":{"snapshot":false,"heartbeatUSec":60000000}}"#
        )
    }

    /// Waits until the subscription is complete.
    func awaitReady() throws {
        var text = ""
        while !text.contains("\"ready\"") {
            let count = recv(socket, &room, room.count, 0)
            guard count > 0 else { throw SystemError.last("recv", "the start of a subscription") }
            text += String(decoding: room[..<count], as: UTF8.self)
        }
    }

    /// Reads the changes that have arrived.
    func read() throws -> [FleetEvent] {
        let count = recv(socket, &room, room.count, CInt(MSG_DONTWAIT))
        guard count > 0 else { throw SystemError.last("recv", "a change") }
        let arrival = Measure.time(CLOCK_REALTIME) / 1e3
        pending += room[..<count]
        var events: [FleetEvent] = []
        while let end = pending.firstIndex(of: .newline) {
            let line = Array(pending[..<end])
            pending.removeFirst(end + 1)
            let event = try JSON(parsing: line)["parameters"]
            guard let value = event?["data"]?["value"]?.string.flatMap({ Int($0) }),
                let at = event?["realtimeUSec"]?.int
            else { continue }
            events.append(
                FleetEvent(value: value, committed: Double(at), arrival: arrival, size: line.count + 1))
        }
        return events
    }

    /// Closes the connection.
    func close() { Glibc.close(socket) }
}

/// Waits for input of many sockets.
final class ReadableSockets {
    private var polled: [pollfd]

    init(_ sockets: [CInt]) { polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } }

    /// Returns the positions of the sockets with input.
    ///
    /// - Throws: An error if there is none for half a minute.
    func next() throws -> [Int] {
        let count = poll(&polled, nfds_t(polled.count), 30_000)
        guard count > 0 else { throw BenchError(description: "a change does not arrive") }
        return polled.indices.filter { polled[$0].revents != 0 }
    }
}

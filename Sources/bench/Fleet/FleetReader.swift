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
    /// The messages since the last `takeEvents`, each with the time of its arrival.
    private var messages: [(line: [UInt8], arrival: Double)] = []
    private var room = [UInt8](repeating: 0, count: 1 << 14)

    /// Subscribes.
    init(at path: String, isReal: Bool) throws {
        self.isReal = isReal
        socket = try BenchSocket.connect(path)
        BenchSocket.limitWaiting(socket, seconds: 30)
        CrowdArrival.call(
            on: socket,
            #"{"method":"io.almanac.Subscribe","more":true,"parameters":{"snapshot":false}}"#
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

    /// Waits for the next change and notes its arrival.
    ///
    /// - Throws: An error if it does not arrive within half a minute.
    func receive() throws {
        var line: [UInt8] = []
        var arrival = 0.0
        repeat {
            let count = recv(socket, &room, room.count, 0)
            guard count > 0 else { throw SystemError.last("recv", "a change") }
            arrival = Measure.time(CLOCK_REALTIME) / 1e3
            line += room[..<count]
        } while line.last != .newline
        messages.append((line, arrival))
    }

    /// Returns the changes that arrived since the last call; `nil` for something else, such as two at once.
    func takeEvents() throws -> [FleetEvent?] {
        defer { messages.removeAll(keepingCapacity: true) }
        return try messages.map { try event(in: $0.line, at: $0.arrival) }
    }

    private func event(in line: [UInt8], at arrival: Double) throws -> FleetEvent? {
        guard line.filter({ $0 == .newline }).count == 1 else { return nil }
        let event = try JSON(parsing: line.dropLast())["parameters"]
        guard let value = event?["data"]?["value"]?.string.flatMap({ Int($0) }),
            let at = event?["realtimeUSec"]?.int
        else { return nil }
        return FleetEvent(value: value, committed: Double(at), arrival: arrival, size: line.count)
    }

    /// Closes the connection.
    func close() { Glibc.close(socket) }
}

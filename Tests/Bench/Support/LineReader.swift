import CSystemd
import Glibc
import Records
import Systemd

/// A connection to the daemon whose replies are lines.
final class LineReader {
    /// The socket.
    let descriptor: CInt
    private var pending: [UInt8] = []
    /// The number of bytes of `pending` that were returned.
    private var start = 0
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// Connects, within ten seconds.
    ///
    /// - Throws: The system error.
    init(at path: String) throws {
        descriptor = try BenchSocket.connect(path, patience: .seconds(10))
        BenchSocket.limitWaiting(descriptor, seconds: 60)
    }

    isolated deinit { close(descriptor) }

    /// Calls a method of io.almanac.
    func call(_ method: String, _ parameters: JSON = [:], more: Bool = false) {
        let call: JSON = [
            "method": .string("io.almanac." + method), "more": .bool(more), "parameters": parameters,
        ]
        BenchSocket.send(call.bytes + [.newline], to: descriptor)
    }

    /// Subscribes; ``awaitReady()`` waits for the snapshot.
    func subscribe(snapshot: Bool) { call("Subscribe", ["snapshot": .bool(snapshot)], more: true) }

    /// Reads the snapshot up to `ready`.
    func awaitReady() throws {
        while LineReader.place(of: "\"event\":\"ready\"", in: try next()) == nil {}
    }

    /// Returns the next line.
    ///
    /// - Throws: An error if none arrives within a minute.
    func next() throws -> [UInt8] {
        while true {
            if let line = complete() { return line }
            try receive()
        }
    }

    /// Returns a line that has arrived; `nil` if it is not complete.
    func complete() -> [UInt8]? {
        guard let end = pending[start...].firstIndex(of: .newline) else {
            pending.removeFirst(start)
            start = 0
            return nil
        }
        defer { start = end + 1 }
        return Array(pending[start..<end])
    }

    /// Reads what has arrived; waits for it unless `flags` forbid that.
    ///
    /// - Returns: Whether something has arrived.
    @discardableResult
    func receive(_ flags: CInt = 0) throws -> Bool {
        var count = recv(descriptor, &room, room.count, flags)
        // A process that was stopped is interrupted, since its sockets have a limit of time.
        while count < 0, errno == EINTR { count = recv(descriptor, &room, room.count, flags) }
        if count < 0, flags != 0, errno == EAGAIN { return false }
        guard count > 0 else { throw SystemError.last("recv", "a line of the daemon") }
        pending += room[..<count]
        return true
    }

    /// Reads what has arrived.
    ///
    /// - Returns: The number of records that were added or changed.
    @discardableResult
    func drain() throws -> Int {
        var changes = 0
        while try receive(CInt(MSG_DONTWAIT)) {
            while let line = complete() {
                let isChange = ["added", "changed"].contains { event in
                    LineReader.place(of: "\"event\":\"\(event)\"", in: line) != nil
                }
                if isChange { changes += 1 }
            }
        }
        return changes
    }

    /// Returns the place of a text in a line; `nil` if it does not occur.
    static func place(of text: String, in line: [UInt8]) -> Int? {
        let wanted = Array(text.utf8)
        return line.withUnsafeBytes { bytes in
            var place = 0
            while place + wanted.count <= bytes.count, let start = bytes.baseAddress,
                let found = memchr(start + place, CInt(wanted[0]), bytes.count - place - wanted.count + 1)
            {
                place = UnsafeRawPointer(found) - start
                if memcmp(found, wanted, wanted.count) == 0 { return place }
                place += 1
            }
            return nil
        }
    }
}

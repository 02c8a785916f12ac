import Glibc
import Records
import Systemd

/// A subscriber of all topics of a broker, as short as possible.
///
/// Source: MQTT Version 3.1.1; the bytes of CONNECT (3.1), SUBSCRIBE (3.8) and PUBLISH (3.3).
final class MQTTSubscriber {
    private let socket: CInt
    private var pending: [UInt8] = []
    /// The number of bytes of `pending` that were processed.
    private var start = 0
    private var room = [UInt8](repeating: 0, count: 1 << 16)
    private var counts: [String: Int] = [:]

    /// Connects and subscribes.
    ///
    /// - Throws: An error if the broker does not answer.
    init(at path: String) throws {
        socket = try BenchSocket.connect(path, patience: .seconds(5))
        BenchSocket.limitWaiting(socket, seconds: 30)
        // MQTT 3.1.1, a clean session, no keep-alive.
        send(0x10, [0, 4] + Array("MQTT".utf8) + [4, 2, 0, 0, 0, 5] + Array("bench".utf8))
        send(0x82, [0, 1, 0, 1, UInt8(ascii: "#"), 0])
        while try next().kind != 0x90 {}
    }

    isolated deinit { close(socket) }

    /// Returns the number of messages so far whose topics begin with a text.
    func count(below prefix: String) -> Int {
        counts.reduce(0) { $1.key.hasPrefix(prefix) ? $0 + $1.value : $0 }
    }

    /// Reads until a message with a topic contains a text.
    ///
    /// - Throws: An error if no message arrives for half a minute.
    func await(_ topic: String, _ text: String) throws {
        while true {
            let packet = try next()
            guard packet.kind & 0xf0 == 0x30, packet.content.count > 2 else { continue }
            let end = 2 + Int(packet.content[0]) << 8 + Int(packet.content[1])
            let name = String(decoding: packet.content[2..<end], as: UTF8.self)
            counts[name, default: 0] += 1
            guard name == topic else { continue }
            if String(decoding: packet.content[end...], as: UTF8.self).contains(text) { return }
        }
    }

    private func send(_ kind: UInt8, _ content: [UInt8]) {
        BenchSocket.send([kind, UInt8(content.count)] + content, to: socket)
    }

    private func next() throws -> (kind: UInt8, content: [UInt8]) {
        while true {
            if let packet = complete() { return packet }
            let count = recv(socket, &room, room.count, 0)
            guard count > 0 else { throw SystemError.last("recv", "a message of the broker") }
            pending.removeFirst(start)
            start = 0
            pending += room[..<count]
        }
    }

    /// Returns the first packet, once it is complete.
    private func complete() -> (kind: UInt8, content: [UInt8])? {
        var length = 0
        for count in 1...4 where start + count < pending.count {
            let digit = pending[start + count]
            length |= Int(digit & 127) << (7 * (count - 1))
            guard digit < 128 else { continue }
            let first = start + 1 + count
            guard pending.count >= first + length else { return nil }
            defer { start = first + length }
            return (pending[start], Array(pending[first..<(first + length)]))
        }
        return nil
    }
}

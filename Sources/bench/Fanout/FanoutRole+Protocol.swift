import Records
import Varlink

/// The bytes on the wire of each server.
///
/// Source: the Varlink protocol; RESP, the protocol of redis; MQTT 3.1.1, §2 and §3; the client protocol of NATS.
extension FanoutRole {
    /// The end of a reply of which only the length or the number of terminators is known.
    enum Ending {
        /// A number of bytes of one value.
        case terminators(UInt8, count: Int)
        /// A number of bytes.
        case bytes(Int)
    }

    /// The topic of all changes.
    private static let topic = "c"

    /// The epoch in the floor's frames, as long as a real one.
    private static let epoch = "0123456789abcdef"

    /// The request of a subscriber; the floor ignores its content.
    var subscribe: [UInt8] {
        switch self {
        case .floor, .ours:
            let selector: JSON = ["sources": ["metar@*"], "keys": ["K*", "E?*"]]
            let parameters: JSON = ["selector": selector, "snapshot": false]
            return CallMessage(method: "io.almanac.Subscribe", parameters: parameters, more: true).bytes(.nul)
        case .redis: return Array("SUBSCRIBE \(Self.topic)\r\n".utf8)
        case .mosquitto:
            return Self.connectPacket + [MQTTHead.subscribe, 6, 0, 1, 0, 1] + Array(Self.topic.utf8) + [0]
        case .nats: return Array("CONNECT {\"verbose\":false}\r\nSUB \(Self.topic) 1\r\nPING\r\n".utf8)
        }
    }

    /// The end of the first reply to a subscriber.
    var welcomed: Ending {
        switch self {
        case .floor, .ours: .terminators(0, count: 2)
        case .redis: .terminators(.newline, count: 6)
        // CONNACK and SUBACK.
        case .mosquitto: .bytes(4 + 5)
        // INFO and PONG.
        case .nats: .terminators(.newline, count: 2)
        }
    }

    /// The publisher's first request, and the end of the reply to it; `nil` if there is none.
    var hello: (request: [UInt8], answered: Ending)? {
        switch self {
        case .floor, .ours, .redis: nil
        case .mosquitto: (Self.connectPacket, .bytes(4))
        case .nats: (Array("CONNECT {\"verbose\":false}\r\nPING\r\n".utf8), .terminators(.newline, count: 2))
        }
    }

    /// The floor's first reply to a subscriber.
    static let welcome = Array(
        "{\"parameters\":{\"event\":\"subscribed\"},\"continues\":true}\0{\"parameters\":{\"event\":\"ready\"},\"continues\":true}\0"
            .utf8)

    /// Returns the publisher's request.
    func publish(_ count: Int) -> [UInt8] {
        let frame = Self.frame(FanoutChange.first)
        switch self {
        case .floor, .ours:
            let parameters: JSON = ["count": .int(count)]
            return CallMessage(method: "org.example.bench.Publish", parameters: parameters, oneway: true)
                .bytes(.nul)
        case .redis:
            let head = Array("*3\r\n$7\r\nPUBLISH\r\n$1\r\n\(Self.topic)\r\n$\(frame.count)\r\n".utf8)
            return Self.repeated(head + frame + [.carriageReturn, .newline], count)
        case .mosquitto: return Self.repeated(Self.publishPacket(frame), count)
        case .nats:
            let head = Array("PUB \(Self.topic) \(frame.count)\r\n".utf8)
            return Self.repeated(head + frame + [.carriageReturn, .newline], count)
        }
    }

    /// The size of a change on the wire, in bytes.
    var size: Int {
        let frame = Self.frame(FanoutChange.first)
        switch self {
        case .floor, .ours: return frame.count
        case .redis:
            let head = "*3\r\n$7\r\nmessage\r\n$1\r\n\(Self.topic)\r\n$\(frame.count)\r\n"
            return head.utf8.count + frame.count + 2
        case .mosquitto: return Self.publishPacket(frame).count
        case .nats: return "MSG \(Self.topic) 1 \(frame.count)\r\n".utf8.count + frame.count + 2
        }
    }

    /// Returns the size of the reply to the publisher, in bytes.
    func answer(_ count: Int, subscribers: Int) -> Int {
        self == .redis ? count * ":\(subscribers)\r\n".utf8.count : 0
    }

    /// Returns a change as the floor writes it.
    static func frame(_ number: Int64) -> [UInt8] { FanoutChange.frame(number, epoch: epoch) }

    /// Whether the real server's frame equals the floor's, except for the epoch and the number.
    static func isAlike(_ bytes: some Collection<UInt8>) -> Bool {
        func masked(_ bytes: some Collection<UInt8>) -> [UInt8] {
            let text = String(decoding: bytes, as: UTF8.self)
            let parts = text.split(separator: "\"cursor\":\"", maxSplits: 1)
            guard parts.count == 2 else { return [] }
            return Array((parts[0] + parts[1].drop { $0 != "\"" }).utf8)
        }
        let floor = frame(FanoutChange.first)
        return bytes.count == floor.count && masked(bytes) == masked(floor)
    }

    private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in bytes }
    }

    /// The first bytes of packets: their types and flags.
    private enum MQTTHead {
        static let connect: UInt8 = 0x10
        static let publish: UInt8 = 0x30
        static let subscribe: UInt8 = 0x82
    }

    /// CONNECT of a client without a name, whose session ends with the connection, without keep-alive.
    private static let connectPacket: [UInt8] =
        [MQTTHead.connect, 12, 0, 4] + Array("MQTT".utf8) + [4, 2, 0, 0, 0, 0]

    /// PUBLISH with quality of service 0.
    private static func publishPacket(_ payload: [UInt8]) -> [UInt8] {
        let body = [0, 1] + Array(topic.utf8) + payload
        precondition(body.count > 127 && body.count < 16_384, "the length takes two bytes")
        return [MQTTHead.publish, UInt8(body.count & 127) | 128, UInt8(body.count >> 7)] + body
    }
}

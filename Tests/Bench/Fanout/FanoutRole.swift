import Glibc
import Records
import Varlink

/// A server of the fan-out benchmark, and its bytes on the wire.
///
/// Source: the Varlink protocol; RESP, the protocol of redis; MQTT 3.1.1, §2 and §3; the client protocol of
/// NATS.
enum FanoutRole: String, CaseIterable {
    /// Only the copy and the sends.
    case floor
    /// The real server.
    case ours
    /// redis-server on its Unix socket, which many programs use for this; Debian's package `redis-server`.
    case redis
    /// The MQTT broker mosquitto on its Unix socket, with quality of service 0.
    case mosquitto
    /// nats-server, which has no Unix socket, over TCP.
    case nats

    /// The greatest number of its subscribers: nats-server stops sending to 10,000 of them in the middle of a
    /// burst.
    var mostSubscribers: Int { self == .nats || self == .mosquitto ? 1_000 : self == .redis ? 10_000 : .max }

    /// The servers that can be started.
    static let present = allCases.filter { $0.root == nil || $0.program != nil }

    /// The folder into which `Tests/System/roots` unpacks a server of others.
    private var root: String? {
        switch self {
        case .floor, .ours: nil
        case .redis: BenchFiles.root + ".build/roots/redis"
        case .mosquitto: BenchFiles.root + ".build/roots/broker"
        case .nats: BenchFiles.root + ".build/roots/nats"
        }
    }

    private var program: String? {
        let name = self == .redis ? "redis-server" : self == .nats ? "nats-server" : rawValue
        let folders = ["", root ?? ""].flatMap { [$0 + "/usr/bin/", $0 + "/usr/sbin/"] }
        return folders.map { $0 + name }.first { access($0, X_OK) == 0 }
    }

    /// The environment in which it finds its libraries; `nil` for this process's.
    var environment: [String]? { root.map { ["LD_LIBRARY_PATH=\($0)/usr/lib/x86_64-linux-gnu"] } }

    /// The port of nats-server, which no other server of this machine should use.
    private static let port: UInt16 = 14_222

    /// Returns the command that serves in a directory.
    ///
    /// - Throws: An error if a file that the server needs cannot be written.
    func command(in folder: BenchFolder) throws -> [String] {
        let socket = Self.publisherSocketPath(in: folder.path)
        switch self {
        case .floor, .ours: return ["/proc/self/exe", "fanout", rawValue, folder.path]
        case .redis:
            return [
                program ?? "", "--port", "0", "--unixsocket", socket, "--save", "", "--maxclients", "20000",
            ]
                + ["--loglevel", "warning", "--logfile", "/dev/null"]
        case .mosquitto:
            let settings = "listener 0 \(socket)\nallow_anonymous true\nuser root\nlog_dest none\n"
            try folder.write(settings + "max_queued_messages 0\nset_tcp_nodelay true\n", to: "broker.conf")
            return [program ?? "", "-c", folder.path + "/broker.conf"]
        case .nats:
            try folder.write("max_connections: 20000\n", to: "nats.conf")
            return [program ?? "", "-c", folder.path + "/nats.conf", "-a", "127.0.0.1", "-p", "\(Self.port)"]
                + ["-l", "/dev/null"]
        }
    }

    /// Serves until the publisher disconnects.
    func serve(in folder: String) throws {
        if self == .floor { try FanoutFloor(at: Self.publisherSocketPath(in: folder)).run() }
        if self == .ours { try FanoutFixture(in: folder).run() }
        exit(0)
    }

    /// Returns the publisher's socket.
    static func publisherSocketPath(in folder: String) -> String { folder + "/socket" }

    /// Connects a subscriber, or the publisher.
    ///
    /// - Throws: The last error of connect(2).
    func connect(in folder: String, isPublisher: Bool, patience: Duration = .zero) throws -> CInt {
        if self == .nats { return try BenchSocket.connect(port: Self.port, patience: patience) }
        let path =
            self == .ours && !isPublisher ? folder + "/run/io.almanac" : Self.publisherSocketPath(in: folder)
        return try BenchSocket.connect(path, patience: patience)
    }

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
            return Self.connectPacket + [MQTTPacket.subscribe, 6, 0, 1, 0, 1] + Array(Self.topic.utf8) + [0]
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
        ["subscribed", "ready"].map { "{\"parameters\":{\"event\":\"\($0)\"},\"continues\":true}\0" }.joined()
            .utf8)

    /// Returns the publisher's request.
    func publish(_ count: Int) -> [UInt8] {
        let frame = Self.frame(FanoutChange.first)
        let length = "\(Self.topic) \(frame.count)"
        let packet: [UInt8]
        switch self {
        case .floor, .ours:
            let parameters: JSON = ["count": .int(count)]
            return CallMessage(method: "org.example.bench.Publish", parameters: parameters, oneway: true)
                .bytes(.nul)
        case .redis:
            packet =
                Array("*3\r\n$7\r\nPUBLISH\r\n$1\r\n\(Self.topic)\r\n$\(frame.count)\r\n".utf8) + frame + [
                    13, 10,
                ]
        case .mosquitto: packet = Self.publishPacket(frame)
        case .nats: packet = Array("PUB \(length)\r\n".utf8) + frame + [13, 10]
        }
        return (0..<count).flatMap { _ in packet }
    }

    /// The size of a change on the wire, in bytes.
    var size: Int {
        let frame = Self.frame(FanoutChange.first)
        let head: String
        switch self {
        case .floor, .ours: return frame.count
        case .mosquitto: return Self.publishPacket(frame).count
        case .redis: head = "*3\r\n$7\r\nmessage\r\n$1\r\n\(Self.topic)\r\n$\(frame.count)\r\n"
        case .nats: head = "MSG \(Self.topic) 1 \(frame.count)\r\n"
        }
        return head.utf8.count + frame.count + 2
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
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\"cursor\":\"", maxSplits: 1)
            return parts.count == 2 ? Array((parts[0] + parts[1].drop { $0 != "\"" }).utf8) : []
        }
        let floor = frame(FanoutChange.first)
        return bytes.count == floor.count && masked(bytes) == masked(floor)
    }

    /// CONNECT of a client without a name, whose session ends with the connection, without keep-alive.
    private static let connectPacket: [UInt8] =
        [MQTTPacket.connect, 12, 0, 4] + Array("MQTT".utf8) + [4, 2, 0, 0, 0, 0]

    /// PUBLISH with quality of service 0, whose length takes two bytes.
    private static func publishPacket(_ payload: [UInt8]) -> [UInt8] {
        let body = [0, 1] + Array(topic.utf8) + payload
        return [MQTTPacket.publish, UInt8(body.count & 127) | 128, UInt8(body.count >> 7)] + body
    }
}

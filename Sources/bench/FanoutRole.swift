import Glibc
import Reactive
import Records
import Systemd
import Varlink

/// A server of the fan-out benchmark.
enum FanoutRole: String, CaseIterable {
    /// Nothing but the copy and the sends.
    case floor
    /// The real one.
    case ours
    /// redis-server over its Unix socket, which many use for this; Debian's package `redis-server`.
    case redis

    /// What a subscriber is told at once by those who speak Varlink.
    static let subscribed = ReplyMessage.bytes(
        parameters: "{\"event\":\"subscribed\"}".utf8, continues: true, framing: .nul)

    /// Whether it can be run here.
    var isThere: Bool { self != .redis || access("/usr/bin/redis-server", X_OK) == 0 }

    /// The command that serves at a path.
    func command(_ path: String) -> [String] {
        guard self == .redis else { return ["/proc/self/exe", "fanout", rawValue, path] }
        return [
            "/usr/bin/redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--maxclients",
            "20000",
            "--loglevel", "warning", "--logfile", "/dev/null",
        ]
    }

    /// What a subscriber asks; the floor only sees that something comes.
    var subscribe: [UInt8] {
        if self == .redis { return Array("SUBSCRIBE c\r\n".utf8) }
        return CallMessage(method: "org.example.bench.Follow", more: true).bytes(.nul)
    }

    /// What a subscriber is told at once.
    var subscribed: [UInt8] {
        self == .redis ? Array("*3\r\n$9\r\nsubscribe\r\n$1\r\nc\r\n:1\r\n".utf8) : Self.subscribed
    }

    /// What the publisher asks.
    func publish(_ count: Int) -> [UInt8] {
        guard self == .redis else {
            let call = CallMessage(
                method: "org.example.bench.Publish", parameters: ["count": .int(count)], oneway: true)
            return call.bytes(.nul)
        }
        let length = Self.frame(0).count
        let head = Array("*3\r\n$7\r\nPUBLISH\r\n$1\r\nc\r\n$\(length)\r\n".utf8)
        return (0..<count).flatMap { head + Self.frame($0) + [0x0D, 0x0A] }
    }

    /// How many bytes a subscriber is sent for a frame.
    var size: Int {
        let size = Self.frame(0).count
        return self == .redis ? size + "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$\(size)\r\n\r\n".utf8.count : size
    }

    /// How many bytes the publisher is answered.
    func answer(_ count: Int, subscribers: Int) -> Int {
        self == .redis ? count * ":\(subscribers)\r\n".utf8.count : 0
    }

    /// A frame of about 300 bytes, as a change of a record is.
    static func frame(_ number: Int) -> [UInt8] {
        var writer = JSONWriter(capacity: 320)
        writer.beginObject()
        for (name, text) in [("event", "changed"), ("source", "metar@KPWM"), ("key", "KPWM")] {
            writer.name(name)
            writer.string(text)
        }
        writer.name("cursor")
        writer.string("2f6d1c3a.\(number + 10_000_000)")
        writer.name("realtimeUSec")
        writer.number(1_760_000_000_000_000 + number)
        writer.name("patch")
        writer.beginObject()
        writer.name("raw")
        writer.string("METAR KPWM 201651Z 24012G20KT 10SM FEW045 SCT250 21/09 A2992 RMK AO2 SLP132 T02110094")
        writer.endObject()
        writer.endObject()
        return ReplyMessage.bytes(parameters: writer.take(), continues: true, framing: .nul)
    }

    /// Serves until it is ended from outside.
    func serve(at path: String) throws {
        switch self {
        case .floor: try FanoutFloor(at: path).run()
        case .ours: try serveOurs(at: path)
        case .redis: preconditionFailure("redis is a program of its own")
        }
    }

    private func serveOurs(at path: String) throws {
        let loop = try EventLoop()
        var limits = Limits()
        (limits.connections, limits.connectionsPerUser) = (20_000, 20_000)
        let sockets = try SocketSet(on: loop, limits: limits)
        let log = try SharedFrames(in: sockets, capacity: 4 << 20, after: 0)
        let service = Service(vendor: "almanac", product: "bench", version: "1", url: "https://example.org")
        let server = Server(service, in: sockets)
        var publisher: AnyCancellable?
        server.add(try InterfaceDescription(parsing: Self.description)) { call in
            // Nobody is to serve any more when who measures has gone.
            if publisher == nil, call.name == "Publish" { publisher = call.closed.sink { loop.stop() } }
            guard call.name == "Publish" else {
                call.stream(frames: Self.subscribed)
                // Nobody here is slower than the log.
                _ = call.follow(log, after: log.last) { _ in preconditionFailure("a subscriber fell behind") }
                return
            }
            for _ in 0..<(call.parameters["count"]?.int ?? 0) {
                let number = log.last + 1
                log.append(Self.frame(Int(number)), mark: number)
            }
            call.reply()
        }
        try server.listen(path: path, mode: 0o600)
        exit(try loop.run())
    }

    private static let description = """
        interface org.example.bench

        # [Requires 'more' flag]
        method Follow() -> (event: string)
        method Publish(count: int) -> ()

        """
}

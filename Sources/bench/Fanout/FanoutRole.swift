import Glibc
import Records
import Varlink

/// A server of the fan-out benchmark.
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

    /// The servers of others, each a program of its own.
    static let others: [FanoutRole] = [.redis, .mosquitto, .nats]

    /// How often it is measured; servers without goals once. The almanac beside the floor is measured more often,
    /// since their goals are the closest.
    var turns: Int {
        switch self {
        case .floor, .ours: 15
        case .redis: 7
        case .mosquitto, .nats: 1
        }
    }

    /// The greatest number of its subscribers: nats-server stops sending to 10,000 of them in the middle of a burst.
    var mostSubscribers: Int {
        switch self {
        case .floor, .ours: .max
        case .redis: 10_000
        case .mosquitto, .nats: 1_000
        }
    }

    /// Whether the server can be started.
    var isThere: Bool { package.map { $0.program != nil } ?? true }

    /// The package of a server of others.
    var package: FanoutPackage? {
        switch self {
        case .floor, .ours: nil
        case .redis: FanoutPackage(program: "redis-server", root: "redis")
        case .mosquitto: FanoutPackage(program: "mosquitto", root: "broker")
        case .nats: FanoutPackage(program: "nats-server", root: "nats")
        }
    }

    /// Returns the command that serves in a directory.
    ///
    /// - Throws: An error if a file that the server needs cannot be written.
    func command(in folder: BenchFolder) throws -> [String] {
        guard let program = package?.program else {
            return ["/proc/self/exe", "fanout", rawValue, folder.path]
        }
        let socket = Self.publisherSocketPath(in: folder.path)
        switch self {
        case .floor, .ours: return []
        case .redis:
            return [
                program, "--port", "0", "--unixsocket", socket, "--save", "", "--maxclients", "20000",
                "--loglevel", "warning", "--logfile", "/dev/null",
            ]
        case .mosquitto:
            let settings = "listener 0 \(socket)\nallow_anonymous true\nuser root\nlog_dest none\n"
            try folder.write(settings + "max_queued_messages 0\nset_tcp_nodelay true\n", to: "broker.conf")
            return [program, "-c", folder.path + "/broker.conf"]
        case .nats:
            try folder.write("max_connections: 20000\n", to: "nats.conf")
            return [
                program, "-c", folder.path + "/nats.conf", "-a", "127.0.0.1", "-p", "\(Self.port)", "-l",
                "/dev/null",
            ]
        }
    }

    /// The port of nats-server, which no other server of this machine should use.
    private static let port: UInt16 = 14_222

    /// Returns the publisher's socket.
    static func publisherSocketPath(in folder: String) -> String { folder + "/socket" }

    /// Connects a subscriber, or the publisher.
    ///
    /// - Parameters:
    ///   - folder: The directory of the server.
    ///   - isPublisher: Whether the connection publishes.
    ///   - patience: The time that the server may take to start.
    /// - Returns: The connected socket.
    /// - Throws: The last error of connect(2).
    func connect(in folder: String, isPublisher: Bool, patience: Duration = .zero) throws -> CInt {
        if self == .nats { return try BenchSocket.connect(port: Self.port, patience: patience) }
        let own = self == .ours && !isPublisher ? BenchFixture.socketPath(in: folder) : nil
        return try BenchSocket.connect(
            own ?? Self.publisherSocketPath(in: folder), patience: patience)
    }
}

import Glibc
import Records
import Varlink

/// A server of the fan-out benchmark.
enum FanoutRole: String, CaseIterable {
    /// Nothing but the copy and the sends.
    case floor
    /// The real one.
    case ours
    /// redis-server over its Unix socket, which many use for this; Debian's package `redis-server`.
    case redis

    /// The epoch that the floor writes, as long as a real one.
    private static let epoch = "0123456789abcdef"

    /// Whether it can be run here.
    var isThere: Bool { self != .redis || access("/usr/bin/redis-server", X_OK) == 0 }

    /// The command that serves in a folder.
    func command(_ folder: String) -> [String] {
        guard self == .redis else { return ["/proc/self/exe", "fanout", rawValue, folder] }
        return [
            "/usr/bin/redis-server", "--port", "0", "--unixsocket", Self.publisherDoor(in: folder), "--save",
            "", "--maxclients",
            "20000", "--loglevel", "warning", "--logfile", "/dev/null",
        ]
    }

    /// Where the publisher connects.
    static func publisherDoor(in folder: String) -> String { folder + "/socket" }

    /// Where subscribers connect.
    func door(in folder: String) -> String {
        self == .ours ? BenchHouse.door(in: folder) : Self.publisherDoor(in: folder)
    }

    /// What a subscriber asks; the floor only sees that something comes.
    var subscribe: [UInt8] {
        if self == .redis { return Array("SUBSCRIBE c\r\n".utf8) }
        let selector: JSON = ["sources": ["metar@*"], "keys": ["K*", "E?*"]]
        let call = CallMessage(
            method: "io.almanac.Subscribe", parameters: ["selector": selector, "snapshot": false], more: true)
        return call.bytes(.nul)
    }

    /// What a subscriber is told at once, which ends with so many bytes of a kind.
    static let welcome = Array(
        "{\"parameters\":{\"event\":\"subscribed\"},\"continues\":true}\0{\"parameters\":{\"event\":\"ready\"},\"continues\":true}\0"
            .utf8)

    /// The byte that ends what a subscriber is told at once, and how often it comes.
    var welcomeEnd: (byte: UInt8, count: Int) { self == .redis ? (0x0A, 6) : (0x00, 2) }

    /// What the publisher asks.
    func publish(_ count: Int) -> [UInt8] {
        guard self == .redis else {
            let call = CallMessage(
                method: "org.example.bench.Publish", parameters: ["count": .int(count)], oneway: true)
            return call.bytes(.nul)
        }
        let frame = Self.frame(FanoutChange.first)
        let head = Array("*3\r\n$7\r\nPUBLISH\r\n$1\r\nc\r\n$\(frame.count)\r\n".utf8)
        return (0..<count).flatMap { _ in head + frame + [0x0D, 0x0A] }
    }

    /// How many bytes a subscriber is sent for a change.
    var size: Int {
        let size = Self.frame(FanoutChange.first).count
        return self == .redis ? size + "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$\(size)\r\n\r\n".utf8.count : size
    }

    /// How many bytes the publisher is answered.
    func answer(_ count: Int, subscribers: Int) -> Int {
        self == .redis ? count * ":\(subscribers)\r\n".utf8.count : 0
    }

    /// A change as the floor writes it.
    static func frame(_ number: Int64) -> [UInt8] { FanoutChange.frame(number, epoch: epoch) }

    /// Whether what the real server sent of a change is what the floor sends, but for the epoch and the number.
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

    /// Serves until it is ended from outside.
    func serve(in folder: String) throws {
        switch self {
        case .floor: try FanoutFloor(at: Self.publisherDoor(in: folder)).run()
        case .ours: try FanoutHouse(in: folder).run()
        case .redis: preconditionFailure("redis is a program of its own")
        }
        exit(0)
    }
}

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

    /// The epoch in the floor's frames, as long as a real one.
    private static let epoch = "0123456789abcdef"

    /// Whether the server is installed.
    var isThere: Bool { self != .redis || access("/usr/bin/redis-server", X_OK) == 0 }

    /// Returns the command that serves in a directory.
    func command(_ folder: String) -> [String] {
        guard self == .redis else { return ["/proc/self/exe", "fanout", rawValue, folder] }
        return [
            "/usr/bin/redis-server", "--port", "0", "--unixsocket", Self.publisherSocketPath(in: folder),
            "--save",
            "", "--maxclients",
            "20000", "--loglevel", "warning", "--logfile", "/dev/null",
        ]
    }

    /// Returns the publisher's socket.
    static func publisherSocketPath(in folder: String) -> String { folder + "/socket" }

    /// Returns the subscribers' socket.
    func socketPath(in folder: String) -> String {
        self == .ours ? BenchFixture.socketPath(in: folder) : Self.publisherSocketPath(in: folder)
    }

    /// The request of a subscriber; the floor ignores its content.
    var subscribe: [UInt8] {
        if self == .redis { return Array("SUBSCRIBE c\r\n".utf8) }
        let selector: JSON = ["sources": ["metar@*"], "keys": ["K*", "E?*"]]
        let call = CallMessage(
            method: "io.almanac.Subscribe", parameters: ["selector": selector, "snapshot": false], more: true)
        return call.bytes(.nul)
    }

    /// The first reply to a subscriber, which ends with a number of terminators.
    static let welcome = Array(
        "{\"parameters\":{\"event\":\"subscribed\"},\"continues\":true}\0{\"parameters\":{\"event\":\"ready\"},\"continues\":true}\0"
            .utf8)

    /// The terminator of the first reply, and how often it occurs.
    var welcomeEnd: (byte: UInt8, count: Int) { self == .redis ? (.newline, 6) : (0, 2) }

    /// Returns the publisher's request.
    func publish(_ count: Int) -> [UInt8] {
        guard self == .redis else {
            let call = CallMessage(
                method: "org.example.bench.Publish", parameters: ["count": .int(count)], oneway: true)
            return call.bytes(.nul)
        }
        let frame = Self.frame(FanoutChange.first)
        let head = Array("*3\r\n$7\r\nPUBLISH\r\n$1\r\nc\r\n$\(frame.count)\r\n".utf8)
        return (0..<count).flatMap { _ in head + frame + [.carriageReturn, .newline] }
    }

    /// The size of a change on the wire, in bytes.
    var size: Int {
        let size = Self.frame(FanoutChange.first).count
        return self == .redis ? size + "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$\(size)\r\n\r\n".utf8.count : size
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
}

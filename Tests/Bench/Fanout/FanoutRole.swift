import Glibc
import Records
import Varlink

/// A server of the fan-out benchmark, and its bytes on the wire: the Varlink protocol, or redis's RESP.
enum FanoutRole: String, CaseIterable {
    /// Only the copy and the sends.
    case floor
    /// The real server.
    case ours
    /// redis-server on its Unix socket, which many programs use for this; Debian's package `redis-server`.
    case redis

    /// The servers that can be started.
    static let present = allCases.filter { $0 != .redis || root != nil }

    /// The folder into which `Tests/System/roots` unpacks redis; `nil` if it cannot be had.
    private static let root =
        BenchFiles.output(of: "'\(BenchFiles.root)Tests/System/roots' redis 2>/dev/null").last

    /// The environment in which it finds its libraries; `nil` for this process's.
    var environment: [String]? {
        self == .redis ? ["LD_LIBRARY_PATH=\(Self.root ?? "")/usr/lib/x86_64-linux-gnu"] : nil
    }

    /// Returns the command that serves in a directory.
    func command(in folder: String) -> [String] {
        guard self == .redis else { return ["/proc/self/exe", "fanout", rawValue, folder] }
        return [
            "\(Self.root ?? "")/usr/bin/redis-server", "--port", "0", "--save", "", "--maxclients", "20000",
        ]
            + ["--unixsocket", Self.publisherSocketPath(in: folder)]
            + ["--loglevel", "warning", "--logfile", "/dev/null"]
    }

    /// Serves until the publisher disconnects.
    func serve(in folder: String) throws {
        if self == .floor { try FanoutFloor(at: Self.publisherSocketPath(in: folder)).run() }
        if self == .ours { try FanoutFixture(in: folder).run() }
        exit(0)
    }

    /// Returns the publisher's socket.
    static func publisherSocketPath(in folder: String) -> String { folder + "/socket" }

    /// Returns the subscribers' socket.
    func subscriberSocketPath(in folder: String) -> String {
        self == .ours ? folder + "/run/io.almanac" : Self.publisherSocketPath(in: folder)
    }

    /// The request of a subscriber; the floor ignores its content.
    var subscribe: [UInt8] {
        guard self != .redis else { return Array("SUBSCRIBE c\r\n".utf8) }
        let selector: JSON = ["sources": ["metar@*"], "keys": ["K*", "E?*"]]
        let parameters: JSON = ["selector": selector, "snapshot": false]
        return CallMessage(method: "io.almanac.Subscribe", parameters: parameters, more: true).bytes(.nul)
    }

    /// The number of bytes of one value that the first reply to a subscriber has.
    var welcomed: (terminator: UInt8, count: Int) { self == .redis ? (.newline, 6) : (0, 2) }

    /// The floor's first reply to a subscriber.
    static let welcome = Array(
        ["subscribed", "ready"].map { "{\"parameters\":{\"event\":\"\($0)\"},\"continues\":true}\0" }.joined()
            .utf8)

    /// Returns the publisher's request.
    func publish(_ count: Int) -> [UInt8] {
        guard self == .redis else {
            let parameters: JSON = ["count": .int(count)]
            return CallMessage(method: "org.example.bench.Publish", parameters: parameters, oneway: true)
                .bytes(.nul)
        }
        let frame = Self.frame(FanoutChange.first)
        let head = "*3\r\n$7\r\nPUBLISH\r\n$1\r\nc\r\n$\(frame.count)\r\n"
        let packet = Array(head.utf8) + frame + [.carriageReturn, .newline]
        return (0..<count).flatMap { _ in packet }
    }

    /// The size of a change on the wire, in bytes.
    var size: Int {
        let frame = Self.frame(FanoutChange.first)
        guard self == .redis else { return frame.count }
        return "*3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$\(frame.count)\r\n".utf8.count + frame.count + 2
    }

    /// Returns the size of the reply to the publisher, in bytes.
    func answer(_ count: Int, subscribers: Int) -> Int {
        self == .redis ? count * ":\(subscribers)\r\n".utf8.count : 0
    }

    /// Returns a change as the floor writes it, with an epoch as long as a real one.
    static func frame(_ number: Int64) -> [UInt8] {
        FanoutChange.frame(number, epoch: "0123456789abcdef")
    }

    /// Whether the real server's frame equals the floor's, except for the epoch and the number.
    static func isAlike(_ bytes: some Collection<UInt8>) -> Bool {
        func masked(_ bytes: some Collection<UInt8>) -> [UInt8] {
            let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\"cursor\":\"", maxSplits: 1)
            return parts.count == 2 ? Array((parts[0] + parts[1].drop { $0 != "\"" }).utf8) : []
        }
        let floor = frame(FanoutChange.first)
        return bytes.count == floor.count && masked(bytes) == masked(floor)
    }
}

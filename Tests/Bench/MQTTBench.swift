import Glibc
import Records
import Systemd

/// `bench mqtt`: the bridge between a daemon and mosquitto, over Unix sockets.
///
/// All three are processes of their own; this one is a subscriber of the broker. mosquitto_pub, which sends
/// the same messages from a file and keeps no record of them, is measured in turn. Time is the subject.
enum MQTTBench {
    private static let (records, turns, changes) = (10_000, 5, 200)

    /// Runs the benchmark.
    ///
    /// - Throws: An error if a process cannot be started, or a message does not arrive.
    static func run() throws {
        let command = "'\(BenchFiles.root)Tests/System/roots' broker 2>/dev/null"
        guard let root = BenchFiles.output(of: command).last else {
            return print("bench mqtt: mosquitto is missing: Tests/System/roots broker cannot make it here")
        }
        let fixture = try MQTTFixture(records: records, root: root)
        defer { fixture.end() }
        try Goal.times([("mqtt \(records) records mirrored, s", 1), ("mqtt mirrored to mosquitto_pub", 2)]) {
            let pairs = try (0..<turns).map { _ in
                (peer: try fixture.publishByPeer(), ours: try fixture.mirror())
            }
            print("from the start of the bridge to the last message: \(pairs.map(\.ours).spread) s")
            print("the same messages by mosquitto_pub: \(pairs.map(\.peer).spread) s")
            return [pairs.map(\.ours).median, pairs.map { $0.ours / $0.peer }.median]
        }
        guard let bridge = fixture.bridge else { throw BenchError("no bridge") }
        // Within these seconds it gives back what the start needed.
        sleep(4)
        let wakeups = try bridge.wakeups(within: 30) / 2
        let sizes = [try bridge.resident(), try bridge.unshared()].map { Goal.short(Double($0) / 1e6) }
        print("at rest: \(sizes[0]) MB resident, \(sizes[1]) MB of them of its own")
        Goal.most("mqtt wake-ups in 30 s between two keep-alives", wakeups, limit: 0)
        var number = 0
        try Goal.times([("mqtt p99 to a subscriber of the broker", 250)], unit: " ms") {
            let delays = try (0..<changes).map { _ in
                number += 1
                return try fixture.change(number)
            }
            print("ms from a replaced file to a subscriber of the broker: \(delays.spread)")
            return [delays.percentile(99)]
        }
        let resident = Double(try bridge.resident()) / 1e6
        Goal.most("mqtt resident with \(records) records", resident, limit: 12, unit: " MB")
    }
}

/// A daemon with a table, and mosquitto; bridges between them.
private final class MQTTFixture {
    private(set) var bridge: BenchProcess?
    private let records: Int
    private let root: String
    private let environment: [String]
    private let almanac: Almanac
    private let silence = open("/dev/null", O_WRONLY)
    private var broker: BenchProcess?
    private var subscriber: MQTTSubscriber?
    private var path: String { almanac.folder.path }

    init(records: Int, root: String) throws {
        self.records = records
        self.root = root
        environment = ["LD_LIBRARY_PATH=\(root)/usr/lib/x86_64-linux-gnu:\(root)/usr/lib"]
        almanac = try Almanac()
        try almanac.define("rows", "Kind=table\n[Table]\nDelimiter=,\n[Record]\nKey=id\n")
        let path = almanac.folder.path
        mkdir(path + "/bridge", 0o755)
        try almanac.folder.write("[MQTT]\nBroker=unix:\(path)/broker\n", to: "bridge.conf")
        try almanac.folder.write(
            "user root\nlistener 0 \(path)/broker\nallow_anonymous true\nmax_queued_messages 0\n"
                + "max_inflight_messages 0\n", to: "broker.conf")
        try write(0)
        try almanac.start()
        try almanac.wait { try almanac.records == records }
    }

    /// Stops all processes.
    func end() {
        bridge?.end()
        broker?.end()
        almanac.stop()
        close(silence)
    }

    /// Starts a bridge without a state, with a broker without messages, and waits until the broker has all.
    ///
    /// - Returns: The time that this took, in seconds.
    func mirror() throws -> Double {
        try renew()
        let seconds =
            try Clock.milliseconds {
                bridge = try BenchProcess(
                    [try BenchFiles.programs() + "almanac-mqtt", "--config", "\(path)/bridge.conf"]
                        + ["--state", "\(path)/bridge", "--socket", almanac.socket, "bench"], errors: silence)
                try subscriber?.await("almanac/_bridge", "online")
            } / 1e3
        guard subscriber?.count(below: "almanac/rows/") == records + 1 else {
            throw BenchError("not each record arrived once")
        }
        return seconds
    }

    /// Sends as many messages of the same size by mosquitto_pub.
    ///
    /// - Returns: The time until the broker has acknowledged all, in seconds.
    func publishByPeer() throws -> Double {
        try renew()
        let line =
            #"{"data":{"id":"00000","name":"row number 0 of the table","value":"00000"},"#
            + #""changed":"2026-11-25T04:00:00Z"}"#
        try almanac.folder.write(String(repeating: line + "\n", count: records), to: "lines")
        let command =
            "'\(root)/usr/bin/mosquitto_pub' --unix '\(path)/broker' -V 5 -q 1 -r -t peer/lines -l "
            + "<'\(path)/lines'"
        return try Clock.milliseconds {
            try BenchProcess(["/bin/sh", "-c", command], environment: environment).wait()
        } / 1e3
    }

    /// Changes one record.
    ///
    /// - Returns: The time until the subscriber of the broker has received it, in milliseconds.
    func change(_ number: Int) throws -> Double {
        try Clock.milliseconds {
            try write(number)
            try subscriber?.await("almanac/rows/00000", "\"value\":\"\(number)\"")
        }
    }

    /// Replaces the broker, its subscriber and the bridge's state.
    private func renew() throws {
        bridge?.end()
        bridge = nil
        broker?.end()
        unlink("\(path)/bridge/topics")
        unlink("\(path)/broker")
        broker = try BenchProcess(
            [root + "/usr/sbin/mosquitto", "-c", "\(path)/broker.conf"], environment: environment,
            errors: silence)
        subscriber = try MQTTSubscriber(at: "\(path)/broker")
    }

    private func write(_ number: Int) throws {
        let rows = (0..<records).map { row in
            let digits = String(row)
            let key = String(repeating: "0", count: 5 - digits.count) + digits
            return "\(key),row number \(row) of the table,\(row == 0 ? number : row)\n"
        }
        try almanac.folder.write("id,name,value\n" + rows.joined(), to: "data/rows")
    }
}

/// A subscriber of all topics of a broker, as short as possible.
///
/// Source: MQTT Version 3.1.1; the bytes of CONNECT (3.1), SUBSCRIBE (3.8) and PUBLISH (3.3).
private final class MQTTSubscriber {
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
        send(MQTTPacket.connect, [0, 4] + Array("MQTT".utf8) + [4, 2, 0, 0, 0, 5] + Array("bench".utf8))
        send(MQTTPacket.subscribe, [0, 1, 0, 1, UInt8(ascii: "#"), 0])
        while try next().kind != MQTTPacket.subscribed {}
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
            guard MQTTPacket.isPublish(packet.kind), packet.content.count > 2 else { continue }
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

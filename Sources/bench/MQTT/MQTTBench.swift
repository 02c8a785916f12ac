import Glibc
import Records
import Systemd

/// `bench mqtt`: the bridge between a daemon and mosquitto, over Unix sockets.
///
/// All three are processes of their own; this one is a subscriber of the broker. mosquitto_pub, which sends the
/// same messages from a file and keeps no record of them, is measured in the same run.
enum MQTTBench {
    private static let records = 10_000
    private static let turns = 5
    private static let changes = 200

    /// Runs the benchmark.
    ///
    /// - Throws: An error if a process cannot be started, or a message does not arrive.
    static func run() throws {
        guard let root = MQTTFixture.brokerRoot() else {
            print("bench mqtt: mosquitto is missing: Tests/System/roots broker cannot make it here")
            return
        }
        let fixture = try MQTTFixture(records: records, root: root)
        defer { fixture.end() }
        let peers = try (0..<turns).map { _ in try fixture.publishByPeer() }
        let times = try (0..<turns).map { _ in try fixture.mirror() }
        let mirrored = Measure.median(times)
        print(
            "\(records) records from the start of the bridge to the last message: \(times.map(Measure.short).joined(separator: ", ")) s"
        )
        print("the same messages by mosquitto_pub: \(Measure.short(Measure.median(peers))) s")
        Measure.goal("mqtt \(records) records mirrored", mirrored, limit: 1, unit: " s")
        Measure.goal("mqtt mirrored to mosquitto_pub", mirrored / Measure.median(peers), limit: 2)
        try rest(fixture)
        try change(fixture)
    }

    /// Measures memory and wake-ups while nothing happens.
    private static func rest(_ fixture: MQTTFixture) throws {
        let bridge = try fixture.startBridge()
        // Within these seconds it gives back what the start needed.
        sleep(4)
        let wakeups = try bridge.wakeups(within: 30) / 2
        print(
            "at rest: \(Measure.short(Double(try bridge.resident()) / 1e6)) MB resident, \(Measure.short(Double(try bridge.unshared()) / 1e6)) MB of them of its own"
        )
        Measure.goal("mqtt wake-ups in 30 s between two keep-alives", wakeups, limit: 0)
    }

    /// Measures the time from a commit to a subscriber of the broker, and the memory afterwards.
    private static func change(_ fixture: MQTTFixture) throws {
        let bridge = try fixture.startBridge()
        sleep(4)
        var delays = Delays()
        for number in 1...changes { delays.add(try fixture.change(number)) }
        print("ms from a replaced file to a subscriber of the broker: \(delays.text)")
        Measure.goal("mqtt p99 to a subscriber of the broker", delays.percentile(99), limit: 250, unit: " ms")
        Measure.goal(
            "mqtt resident with \(records) records", Double(try bridge.resident()) / 1e6, limit: 12,
            unit: " MB")
    }
}

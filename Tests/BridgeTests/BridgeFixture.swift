import AlmanacClient
import Bridge
import MQTT
import Reactive
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// A bridge between a daemon with the records 1 and 2 of the source `rows` and a broker of the test.
final class BridgeFixture {
    let daemon: ScriptedDaemon
    let broker: TestBroker
    private(set) var bridge: Bridge
    private(set) var state = Bridge.State.connecting
    /// The number of connections that failed or ended.
    private(set) var failures = 0
    /// The data of the records by key.
    var records = ["1": "one", "2": "two"] { didSet { offer() } }

    init() throws {
        daemon = try ScriptedDaemon()
        broker = TestBroker(at: daemon.directory + "/broker")
        bridge = try BridgeFixture.bridge(of: daemon)
        try daemon.answer(
            "ListSources",
            #"{"sources":[{"context":{"name":"rows","kind":"table"},"runtime":{"health":"fresh","fetchedUSec":1}}]}"#
        )
        offer()
        start()
    }

    /// Starts the bridge anew, as a new process does, with further settings.
    func restart(_ settings: String = "") throws {
        var isStopped = false
        bridge.stop { isStopped = true }
        _ = try turn { isStopped }
        state = .connecting
        bridge = try BridgeFixture.bridge(of: daemon, settings)
        start()
    }

    /// Lets everything proceed until a condition holds.
    func turn(until holds: () -> Bool) throws -> Bool {
        try daemon.turn {
            broker.serve()
            return holds()
        }
    }

    /// Lets simulated time pass.
    func pass(_ duration: Duration, step: Duration = .seconds(1)) throws {
        let end = daemon.clock.now + duration
        while daemon.clock.now < end {
            broker.serve()
            if try !daemon.loop.turn(timeout: .microseconds(100)) { daemon.clock.advance(by: step) }
        }
    }

    /// Whether the broker has exactly the records, and the bridge is online.
    var isMirrored: Bool {
        guard state == .online, broker.retained["almanac/_bridge"] == "online" else { return false }
        return found == records && broker.retained["almanac/_cursor"]?.hasPrefix("a.") ?? false
    }

    /// The values of the records that the broker has, by key.
    var found: [String: String] {
        var values: [String: String] = [:]
        let prefix = "almanac/rows/"
        for (topic, text) in broker.retained where topic.hasPrefix(prefix) && !topic.hasSuffix("/_source") {
            let value = (try? JSON(parsing: Array(text.utf8)))?["data"]?["name"]?.string
            values[String(topic.dropFirst(prefix.count))] = value ?? text
        }
        return values
    }

    /// Sends a change of a record.
    func change(_ key: String, to value: String, number: Int) throws {
        try daemon.tell(
            #"{"event":"changed","cursor":"a.\#(number)","realtimeUSec":0,"source":"rows","key":"\#(key)","data":{"name":"\#(value)"}}"#
        )
    }

    private func start() {
        bridge.changed = { [unowned self] in
            state = $0
            if $0 == .connecting { failures += 1 }
        }
        bridge.start()
    }

    /// Answers a subscription: without a cursor with all records, otherwise with no change.
    private func offer() {
        daemon.on("Subscribe") { [records] call in
            let since = call.parameters["since"]?.string
            call.stream(["event": "subscribed", "cursor": .string(since ?? "a.0"), "realtimeUSec": 0])
            for (key, value) in since == nil ? records : [:] {
                call.stream([
                    "event": "snapshot", "cursor": "a.2", "realtimeUSec": 0, "source": "rows",
                    "key": .string(key),
                    "data": ["name": .string(value)],
                ])
            }
            call.stream(["event": "ready", "cursor": .string(since ?? "a.2"), "realtimeUSec": 0])
        }
    }

    private static func bridge(of daemon: ScriptedDaemon, _ settings: String = "") throws -> Bridge {
        let text = "[MQTT]\nBroker=unix:\(daemon.directory)/broker\n\(settings)\n"
        let settings = try BridgeSettings(Array(text.utf8), file: "test.conf")
        let clock = AnyScheduler(daemon.clock)
        return try Bridge(
            settings,
            daemon: DaemonConnection(
                to: DaemonSocket(path: daemon.socket), on: daemon.loop, clock: clock), clock: clock,
            store: RetainedStore(path: daemon.directory + "/topics", settings: settings.identity)
        ) { MQTTSettings(address: settings.broker, client: "test") }
    }
}

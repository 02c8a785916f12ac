import AlmanacClient
import Bridge
import Glibc
import MQTT
import Reactive
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@Suite(.serialized) struct OutageTests {
    private let daemon: ScriptedDaemon
    private let broker: TestBroker
    private let bridge: Bridge
    private let states = States()

    private final class States {
        var latest = Bridge.State.connecting
        var failures = 0
    }

    init() throws {
        daemon = try ScriptedDaemon()
        broker = TestBroker(at: daemon.directory + "/broker")
        bridge = try OutageTests.bridge(of: daemon)
        bridge.changed = { [states] in
            states.latest = $0
            if $0 == .connecting { states.failures += 1 }
        }
        try daemon.answer(
            "ListSources",
            #"{"sources":[{"context":{"name":"rows","kind":"table"},"runtime":{"health":"fresh","fetchedUSec":1}}]}"#
        )
        offer(since: nil, [("snapshot", "1", 1), ("snapshot", "2", 2)])
    }

    /// Makes a bridge; all have the same file.
    private static func bridge(of daemon: ScriptedDaemon, _ settings: String = "") throws -> Bridge {
        let text = "[MQTT]\nBroker=unix:\(daemon.directory)/broker\n\(settings)\n"
        let settings = try BridgeSettings(Array(text.utf8), file: "test.conf")
        let clock = AnyScheduler(daemon.clock)
        let store = try RetainedStore(path: daemon.directory + "/topics", settings: settings.identity)
        return try Bridge(
            settings,
            daemon: DaemonConnection(
                to: DaemonSocket(path: daemon.socket), on: daemon.loop, clock: clock), clock: clock,
            store: store
        ) { MQTTSettings(address: settings.broker, client: "test") }
    }

    /// Makes the daemon answer the next subscriptions with events: kind, key, and the number of the cursor.
    private func offer(since cursor: String?, _ events: [(kind: String, key: String, number: Int)]) {
        daemon.on("Subscribe") { call in
            #expect(call.parameters["since"]?.string == cursor)
            call.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0])
            for event in events {
                call.stream([
                    "event": .string(event.kind), "cursor": .string("a.\(event.number)"), "realtimeUSec": 0,
                    "source": "rows", "key": .string(event.key), "data": ["number": .int(event.number)],
                ])
            }
            let last = events.last?.number ?? 0
            call.stream(["event": "ready", "cursor": .string("a.\(last)"), "realtimeUSec": 0])
        }
    }

    private func turn(until holds: () -> Bool) throws -> Bool {
        try daemon.turn {
            broker.serve()
            return holds()
        }
    }

    private func isMirrored(_ records: [String: Int], cursor: String) -> Bool {
        let prefix = "almanac/rows/"
        var found: [String: Int] = [:]
        for (topic, text) in broker.retained where topic.hasPrefix(prefix) && !topic.hasSuffix("/_source") {
            let number = (try? JSON(parsing: Array(text.utf8)))?["data"]?["number"]?.int
            found[String(topic.dropFirst(prefix.count))] = number
        }
        let checkpoint = broker.retained["almanac/_cursor"] ?? ""
        return found == records && checkpoint.hasPrefix(cursor + " ")
            && broker.retained["almanac/_bridge"] == "online"
    }

    @Test func `a broker that is offline for a day has all changes soon after it returns`() throws {
        bridge.start()
        #expect(try turn { isMirrored(["1": 1, "2": 2], cursor: "a.2") })
        broker.stop()
        #expect(try turn { states.latest == .connecting })
        let end = daemon.clock.now + .seconds(86_400)
        while daemon.clock.now < end {
            if try !daemon.loop.turn(timeout: .microseconds(100)) { daemon.clock.advance(by: .seconds(20)) }
        }
        // Attempts are half a minute apart, by chance a quarter more or less.
        #expect(states.failures < 86_400 / 20)
        #expect(states.failures > 86_400 / 60)

        offer(since: "a.2", [("removed", "1", 3), ("changed", "2", 4), ("added", "3", 5)])
        broker.start()
        let start = daemon.clock.now
        #expect(try turn { isMirrored(["2": 4, "3": 5], cursor: "a.5") })
        #expect(daemon.clock.now - start < .seconds(45))
    }

    @Test func `a message without a record, whose removal the broker lost, is removed`() throws {
        bridge.start()
        #expect(try turn { isMirrored(["1": 1, "2": 2], cursor: "a.2") })
        let before = broker.retained
        try daemon.tell(#"{"event":"removed","cursor":"a.3","realtimeUSec":0,"source":"rows","key":"1"}"#)
        #expect(try turn { isMirrored(["2": 2], cursor: "a.3") })

        broker.restore(before)
        offer(since: nil, [("snapshot", "2", 2)])
        broker.stop()
        #expect(try turn { states.latest == .connecting })
        broker.start()
        #expect(try turn { states.latest == .online && isMirrored(["2": 2], cursor: "a.2") })
    }

    @Test func `records that the broker lost after other settings are published again`() throws {
        offer(since: nil, [("snapshot", "2", 2)])
        bridge.start()
        #expect(try turn { isMirrored(["2": 2], cursor: "a.2") })
        var isStopped = false
        bridge.stop { isStopped = true }
        #expect(try turn { isStopped })
        let before = broker.retained

        // Nothing changes, so that the cursor is the same afterwards.
        offer(since: nil, [("snapshot", "1", 1), ("snapshot", "2", 2)])
        let second = try OutageTests.bridge(of: daemon, "Keys=1 2")
        second.start()
        #expect(try turn { broker.retained["almanac/_cursor"] != before["almanac/_cursor"] })
        #expect(isMirrored(["1": 1, "2": 2], cursor: "a.2"))
        broker.stop()
        broker.restore(before)
        broker.start()
        #expect(try turn { isMirrored(["1": 1, "2": 2], cursor: "a.2") })
    }

    @Test func `the daemon is reported as lost within four seconds, however often it is tried`() throws {
        bridge.start()
        #expect(try turn { isMirrored(["1": 1, "2": 2], cursor: "a.2") })
        daemon.stop()
        let start = daemon.clock.now
        #expect(try turn { broker.retained["almanac/_bridge"] == "offline" })
        #expect(daemon.clock.now - start >= .seconds(3) && daemon.clock.now - start < .seconds(4))
        offer(since: "a.2", [])
        try daemon.start()
        #expect(try turn { broker.retained["almanac/_bridge"] == "online" })
    }
}

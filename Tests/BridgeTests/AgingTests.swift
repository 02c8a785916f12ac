import AlmanacClient
import Bridge
import MQTT
import Reactive
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// Records that become old while nothing changes, in simulated time.
@Suite(.serialized) struct AgingTests {
    private static let start = UTC(seconds: 1_800_000_000)

    private let daemon: ScriptedDaemon
    private let broker: TestBroker
    private let bridge: Bridge

    init() throws {
        daemon = try ScriptedDaemon()
        broker = TestBroker(at: daemon.directory + "/broker")
        let text = "[MQTT]\nBroker=unix:\(daemon.directory)/broker\nDiscovery=yes\n"
        let settings = try BridgeSettings(Array(text.utf8), file: "test.conf")
        let manual = daemon.clock
        let clock = AnyScheduler(manual)
        let store = try RetainedStore(path: daemon.directory + "/topics", settings: settings.identity)
        bridge = try Bridge(
            settings,
            daemon: DaemonConnection(to: DaemonSocket(path: daemon.socket), on: daemon.loop, clock: clock),
            clock: clock, wall: { AgingTests.start + (manual.now - .zero) }, store: store
        ) { MQTTSettings(address: settings.broker, client: "test") }
        try daemon.answer(
            "ListSources",
            #"{"sources":[{"context":{"name":"reports","kind":"metar"},"runtime":{"health":"fresh","#
                + #""fetchedUSec":\#(Self.start.microseconds)}}]}"#)
    }

    /// Makes the daemon have a report of each station, as old as stated in seconds, and starts the bridge.
    private func begin(with ages: [(station: String, age: Int)]) throws {
        daemon.on("Subscribe") { call in
            call.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0])
            for (station, age) in ages {
                let time = Self.start + .seconds(-age)
                call.stream([
                    "event": "snapshot", "cursor": "a.0", "realtimeUSec": 0, "source": "reports",
                    "key": .string(station), "data": ["time": .string(time.description)],
                ])
            }
            call.stream(["event": "ready", "cursor": "a.0", "realtimeUSec": 0])
        }
        bridge.start()
        #expect(try turn { broker.retained["almanac/_bridge"] == "online" && state != nil })
    }

    /// Runs the loop until a condition holds; whenever nothing is ready, a tenth of a second passes.
    ///
    /// - Returns: Whether it held within an hour of the simulated clock.
    private func turn(until holds: () -> Bool) throws -> Bool {
        let end = daemon.clock.now + .seconds(3600)
        while !holds() {
            guard daemon.clock.now < end else { return false }
            broker.serve()
            let isBusy = try daemon.loop.turn(timeout: .milliseconds(1))
            if !isBusy { daemon.clock.advance(by: .milliseconds(100)) }
        }
        return true
    }

    /// The message about the source.
    private var state: JSON? {
        broker.retained["almanac/reports/_source"].flatMap { try? JSON(parsing: Array($0.utf8)) }
    }

    private var elapsed: Duration { daemon.clock.now - .zero }

    @Test func `a report is old three hours after its own time, whenever it was received`() throws {
        try begin(with: [(station: "KPWM", age: 10_700), (station: "KBOS", age: 0)])
        #expect(try turn { state?["old"] == ["KPWM"] })
        #expect(elapsed >= .seconds(100) && elapsed < .seconds(340))
        try daemon.tell(
            #"{"event":"changed","cursor":"a.1","realtimeUSec":0,"source":"reports","key":"KPWM","#
                + #""data":{"time":"\#((Self.start + elapsed).description)"}}"#)
        #expect(try turn { state?["old"] == nil })
    }

    @Test func `a report of a silent station stays old after the broker was away`() throws {
        try begin(with: [(station: "KPWM", age: 20_000), (station: "KBOS", age: 0)])
        #expect(try turn { state?["old"] == ["KPWM"] })
        try daemon.tell(
            #"{"event":"changed","cursor":"a.1","realtimeUSec":0,"source":"reports","key":"KBOS","#
                + #""data":{"time":"\#((Self.start + elapsed).description)"}}"#)
        #expect(try turn { broker.retained["almanac/_cursor"]?.hasPrefix("a.1 ") ?? false })

        // The log of the daemon has no change after the checkpoint.
        daemon.on("Subscribe") { call in
            let cursor = call.parameters["since"] ?? "a.1"
            call.stream(["event": "subscribed", "cursor": cursor, "realtimeUSec": 0])
            call.stream(["event": "ready", "cursor": cursor, "realtimeUSec": 0])
        }
        var latest = Bridge.State.online
        bridge.changed = { latest = $0 }
        broker.stop()
        #expect(try turn { latest == .connecting })
        broker.start()
        #expect(try turn { latest == .online })
        let end = elapsed + .seconds(300)
        #expect(try turn { elapsed >= end })
        #expect(state?["old"] == ["KPWM"])
    }

    @Test func `an old report is named before the bridge is online`() throws {
        try begin(with: [(station: "KPWM", age: 20_000)])
        #expect(state?["old"] == ["KPWM"] && elapsed < .seconds(60))
    }

    @Test func `a report of a station that was removed is not old`() throws {
        try begin(with: [(station: "KPWM", age: 20_000)])
        #expect(try turn { state?["old"] == ["KPWM"] })
        try daemon.tell(
            #"{"event":"removed","cursor":"a.1","realtimeUSec":0,"source":"reports","key":"KPWM"}"#)
        #expect(try turn { state?["old"] == nil })
    }
}

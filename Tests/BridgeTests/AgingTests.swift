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
        bridge = try AgingTests.bridge(of: daemon)
        try daemon.answer(
            "ListSources",
            #"{"sources":[{"context":{"name":"reports","kind":"metar"},"runtime":{"health":"fresh","#
                + #""fetchedUSec":\#(Self.start.microseconds)}}]}"#)
    }

    private static func bridge(of daemon: ScriptedDaemon) throws -> Bridge {
        let text = "[MQTT]\nBroker=unix:\(daemon.directory)/broker\nDiscovery=yes\n"
        let settings = try BridgeSettings(Array(text.utf8), file: "test.conf")
        let manual = daemon.clock
        let clock = AnyScheduler(manual)
        let store = try RetainedStore(path: daemon.directory + "/topics", settings: settings.identity)
        return try Bridge(
            settings,
            daemon: DaemonConnection(to: DaemonSocket(path: daemon.socket), on: daemon.loop, clock: clock),
            clock: clock, wall: { AgingTests.start + (manual.now - .zero) }, store: store
        ) { MQTTSettings(address: settings.broker, client: "test") }
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

    /// Stops the bridge, and returns another one, as of a new process, for which the daemon has no change.
    private func restart() throws -> Bridge {
        #expect(try turn { broker.retained["almanac/_cursor"]?.hasPrefix("a.0 ") ?? false })
        var isStopped = false
        bridge.stop { isStopped = true }
        #expect(try turn { isStopped })
        // The will of the connection, which this broker does not publish.
        broker.restore(broker.retained.merging(["almanac/_bridge": "offline"]) { $1 })
        daemon.on("Subscribe") { call in
            call.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0])
            call.stream(["event": "ready", "cursor": "a.0", "realtimeUSec": 0])
        }
        return try AgingTests.bridge(of: daemon)
    }

    @Test func `a report of a silent station is named after a start of the bridge, before it is online`()
        throws
    {
        try begin(with: [(station: "KPWM", age: 20_000), (station: "KBOS", age: 0)])
        let bridge = try restart()
        var pages = 0
        daemon.on("GetSnapshot") { call in
            #expect(call.parameters["selector"]?["kinds"] == ["metar"])
            pages += 1
            let time = (Self.start + .seconds(pages == 1 ? -100 : -20_000)).description
            let record: JSON = [
                "source": "reports", "key": pages == 1 ? "KBOS" : "KPWM", "generation": 1, "realtimeUSec": 0,
                "data": ["time": .string(time)],
            ]
            call.reply(.members(["records": [record], "next": pages == 1 ? "a" : nil]))
        }
        bridge.start()
        #expect(try turn { broker.retained["almanac/_bridge"] == "online" })
        #expect(pages == 2 && state?["old"] == ["KPWM"])
        #expect(daemon.asked.contains { $0.method == "Subscribe" && $0.parameters["since"] == "a.0" })
    }

    @Test func `a bridge whose daemon does not say which records are old is online, and asks again`() throws {
        try begin(with: [(station: "KPWM", age: 20_000)])
        let bridge = try restart()
        bridge.start()
        #expect(try turn { broker.retained["almanac/_bridge"] == "online" })
        let time = (Self.start + .seconds(-20_000)).description
        try daemon.answer(
            "GetSnapshot",
            #"{"records":[{"source":"reports","key":"KPWM","generation":1,"realtimeUSec":0,"#
                + #""data":{"time":"\#(time)"}}]}"#)
        #expect(try turn { state?["old"] == ["KPWM"] })
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

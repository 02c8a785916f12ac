import AlmanacClient
import Bridge
import MQTT
import Reactive
import Records
import TestDaemon
import Testing

/// The messages of the bridge about sources of which not everything is known.
@Suite(.serialized) struct SituationTests {
    private static func bridge(of daemon: ScriptedDaemon, from names: [String] = []) throws -> Bridge {
        let place = (["home", "43.65,-70.31"] + names).joined(separator: " ")
        let text = "[MQTT]\nBroker=unix:\(daemon.directory)/broker\nWarnings=\(place)\n"
        let settings = try BridgeSettings(Array(text.utf8), file: "test.conf")
        let clock = AnyScheduler(daemon.clock)
        let store = try RetainedStore(path: daemon.directory + "/topics", settings: settings.identity)
        return try Bridge(
            settings,
            daemon: DaemonConnection(to: DaemonSocket(path: daemon.socket), on: daemon.loop, clock: clock),
            clock: clock, store: store
        ) { MQTTSettings(address: settings.broker, client: "test") }
    }

    @Test(arguments: [Situation.neverFetched, .failing, .stale, .partial, .skipped])
    func `no message says that there are no warnings`(_ situation: Situation) throws {
        let daemon = try ScriptedDaemon()
        try situation.begin(on: daemon)
        let broker = TestBroker(at: daemon.directory + "/broker")
        let bridge = try SituationTests.bridge(of: daemon)
        bridge.start()
        let source = "almanac/\(Situation.source)/_source"
        let home = "almanac/_warnings/home"
        // A source has a state once it was asked.
        let topics = situation == .neverFetched ? [home] : [source, home]
        #expect(
            try daemon.turn {
                broker.serve()
                return topics.allSatisfy { broker.retained[$0] != nil }
            })
        let state = broker.retained[source] ?? ""
        let isRead = situation == .partial
        #expect(isRead ? state.contains("\"rejected\":1") : !state.contains("\"fresh\""), "\(state)")
        let warnings = broker.retained[home] ?? ""
        #expect(warnings.contains(#""state":"unknown""#), "\(warnings)")
        #expect(warnings.contains(#""complete":false"#), "\(warnings)")
        #expect(!warnings.contains(#""level":"none""#), "\(warnings)")
    }

    @Test func `a source that does not exist is no source without warnings`() throws {
        let daemon = try ScriptedDaemon()
        try Situation.unknownName.begin(on: daemon)
        let broker = TestBroker(at: daemon.directory + "/broker")
        let bridge = try SituationTests.bridge(of: daemon, from: [Situation.source, Situation.otherName])
        bridge.start()
        let home = "almanac/_warnings/home"
        #expect(
            try daemon.turn {
                broker.serve()
                return broker.retained[home] != nil
            })
        let warnings = broker.retained[home] ?? ""
        #expect(warnings.contains(#""state":"unknown""#), "\(warnings)")
        #expect(warnings.contains("there is no such source of warnings"), "\(warnings)")
    }
}

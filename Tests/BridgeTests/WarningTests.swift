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

/// The warnings of places, zones and sources at the broker, in simulated time.
@Suite(.serialized) struct WarningTests {
    static let start = UTC(seconds: 1_800_000_000)

    let daemon: ScriptedDaemon
    private let broker: TestBroker
    let bridge: Bridge

    init() throws {
        daemon = try ScriptedDaemon()
        broker = TestBroker(at: daemon.directory + "/broker")
        let text = """
            [MQTT]
            Broker=unix:\(daemon.directory)/broker
            Discovery=yes
            Sources=alerts*
            Warnings=home 43.65,-70.31
            Warnings=paris FR101 alerts-europe@*

            """
        let settings = try BridgeSettings(Array(text.utf8), file: "test.conf")
        let manual = daemon.clock
        let clock = AnyScheduler(manual)
        let store = try RetainedStore(path: daemon.directory + "/topics", settings: settings.identity)
        bridge = try Bridge(
            settings,
            daemon: DaemonConnection(to: DaemonSocket(path: daemon.socket), on: daemon.loop, clock: clock),
            clock: clock, wall: { WarningTests.start + (manual.now - .zero) }, store: store
        ) { MQTTSettings(address: settings.broker, client: "test") }
        try listSources()
    }

    func listSources(
        health: String = "fresh", expires: Int = 100_000, more: String = "", others: String = ""
    ) throws {
        func source(_ name: String) -> String {
            #"{"context":{"name":"\#(name)","kind":"alert","title":"Warnings of \#(name)"},"runtime":{"health":"#
                + #""\#(health)","fetchedUSec":\#(Self.start.microseconds),"expiresUSec":"#
                + #"\#((Self.start + .seconds(expires)).microseconds)\#(more)}}"#
        }
        let alerts = source("alerts") + "," + source("alerts-europe@france")
        try daemon.answer("ListSources", #"{"sources":[\#(alerts)\#(others)]}"#)
    }

    /// Makes the daemon have records, and starts the bridge.
    func begin(with records: JSON...) throws {
        daemon.on("Subscribe") { call in
            call.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0])
            for record in records { call.stream(event("snapshot", 0, record)) }
            call.stream(["event": "ready", "cursor": "a.0", "realtimeUSec": 0])
        }
        bridge.start()
        #expect(try turn { state("home") != nil && state("alerts") != nil })
    }

    /// Runs the loop until a condition holds; whenever nothing is ready, a tenth of a second passes.
    ///
    /// - Returns: Whether it held within an hour of the simulated clock.
    func turn(until holds: () -> Bool) throws -> Bool {
        let end = daemon.clock.now + .seconds(3600)
        while !holds() {
            guard daemon.clock.now < end else { return false }
            broker.serve()
            let isBusy = try daemon.loop.turn(timeout: .milliseconds(1))
            if !isBusy { daemon.clock.advance(by: .milliseconds(100)) }
        }
        return true
    }

    func tell(_ json: JSON) throws {
        try daemon.tell(String(decoding: json.bytes, as: UTF8.self))
    }

    func state(_ name: String) -> JSON? {
        broker.retained["almanac/_warnings/\(name)"].flatMap { try? JSON(parsing: Array($0.utf8)) }
    }

    private func announcement(_ name: String) -> JSON? {
        let topics = broker.retained.filter { $0.key.hasPrefix("homeassistant/device/almanac_warnings-") }
        return topics.values.lazy.compactMap { try? JSON(parsing: Array($0.utf8)) }
            .first { $0["state_topic"]?.string == "almanac/_warnings/\(name)" }
    }

    func isOnline(_ name: String, _ member: String = "count") -> Bool {
        let state = state(name)
        return state?["complete"]?.bool == true || state?[member]?.int ?? 0 > 0
    }

    var elapsed: Duration { daemon.clock.now - .zero }

    @Test func `places, zones and sources are devices with a binary sensor and sensors`() throws {
        try begin(with: alert("a"))
        #expect(try turn { announcement("home") != nil && announcement("paris") != nil })
        let home = try #require(announcement("home"))
        #expect(home["dev"]?["name"] == "Warnings home")
        let parts = try #require(home["cmps"]?.object)
        #expect(
            parts.map(\.name) == ["warning", "count", "level", "event", "onset", "ends", "announced", "next"])
        #expect(parts[0].value["p"] == "binary_sensor" && parts[0].value["device_class"] == "safety")
        #expect(parts.dropFirst().allSatisfy { $0.value["p"] == "sensor" })
        #expect(parts[2].value["options"]?.array?.contains("none") == true)
        #expect(parts.allSatisfy { $0.value["availability"]?.array?.count == 2 })
        // The end of the bridge must not hide what its later messages say.
        #expect(parts.allSatisfy { $0.value["availability_mode"] == "latest" })
        #expect(announcement("alerts")?["dev"]?["name"] == "Warnings of alerts")
        let names = broker.retained.keys.filter { $0.hasPrefix("homeassistant/device/almanac_warnings-") }
        #expect(names.count == 4)
    }

    @Test func `a warning is on from its onset to its end, by the clock alone`() throws {
        try begin(with: alert("a", onset: 60, ends: 200))
        #expect(state("home")?["state"] == "off" && state("home")?["announced"] == 1)
        #expect(
            state("home")?["level"] == "none"
                && state("home")?["next"]?.string == (Self.start + .seconds(60)).description)
        #expect(try turn { state("home")?["state"] == "on" })
        #expect(elapsed >= .seconds(60) && elapsed < .seconds(62))
        #expect(state("home")?["level"] == "severe" && state("home")?["event"] == "Flood")
        #expect(state("home")?["ends"]?.string == (Self.start + .seconds(200)).description)
        #expect(state("home")?["until"] == state("home")?["ends"])
        #expect(try turn { state("home")?["state"] == "off" })
        #expect(elapsed >= .seconds(200) && elapsed < .seconds(202))
        #expect(
            state("home")?["count"] == 0 && state("home")?["event"] == "none" && state("home")?["ends"] == nil
        )
    }

    @Test func `a source that expires is not current from that moment`() throws {
        try listSources(health: "failing", expires: 90)
        try begin()
        #expect(state("home")?["state"] == "off" && isOnline("home"))
        #expect(try turn { state("home")?["state"] == "unknown" })
        #expect(elapsed >= .seconds(90) && elapsed < .seconds(92))
    }

    @Test func `without the daemon, a known warning stays until its end`() throws {
        try begin(with: alert("a", ends: 300))
        daemon.stop()
        #expect(try turn { state("home")?["complete"] == false })
        #expect(state("home")?["state"] == "on")
        #expect(try turn { state("home")?["state"] == "unknown" })
        #expect(elapsed >= .seconds(300) && elapsed < .seconds(302))
    }

    @Test func `a warning stays until all records of a new snapshot have arrived`() throws {
        try begin(with: alert("a"))
        try tell(event("added", 1, alert("b")))
        try tell(["event": "overflow", "cursor": "a.2", "realtimeUSec": 0, "dropped": 1])
        let later = elapsed + .seconds(10)
        #expect(try turn { elapsed > later })
        #expect(state("home")?["state"] == "on")
        try tell(event("snapshot", 2, alert("a", "Hail")))
        try tell(["event": "ready", "cursor": "a.2", "realtimeUSec": 0])
        #expect(try turn { state("home")?["event"] == "Hail" })
        #expect(state("home")?["count"] == 1)
    }

    @Test func `after a loss, the missed changes arrive before the state is complete again`() throws {
        try begin(with: alert("a"))
        daemon.stop()
        #expect(try turn { state("home")?["complete"] == false })
        daemon.on("Subscribe") {
            $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0])
            $0.stream(event("changed", 1, alert("a", "Hail")))
        }
        try daemon.start()
        #expect(try turn { daemon.subscribers.count == 2 })
        let later = elapsed + .seconds(10)
        #expect(try turn { elapsed > later })
        #expect(state("home")?["complete"] == false)
        try tell(["event": "ready", "cursor": "a.1", "realtimeUSec": 0])
        #expect(try turn { state("home")?["complete"] == true })
        #expect(state("home")?["event"] == "Hail")
    }

    @Test func `the last end of several warnings is until when one is in force`() throws {
        try begin(with: alert("a", severity: "Extreme", ends: 100), alert("b", severity: "Minor", ends: 300))
        let moment = { (seconds: Int) -> JSON in .string((Self.start + .seconds(seconds)).description) }
        #expect(state("home")?["ends"] == moment(100) && state("home")?["until"] == moment(300))
        try tell(event("added", 1, alert("c", severity: "Minor", ends: nil)))
        #expect(try turn { state("home")?["count"] == 3 })
        #expect(state("home")?["until"] == nil)
    }

    @Test func `the most severe warning in force leads, and an announced one does not`() throws {
        try begin(
            with: alert("a", "Wind", severity: "Minor"), alert("b", "Hail", severity: "Severe"),
            alert("c", "Tornado", severity: "Extreme", onset: 600))
        let home = try #require(state("home"))
        #expect(home["count"] == 2 && home["announced"] == 1)
        #expect(home["level"] == "severe" && home["event"] == "Hail")
        let list = home["attributes"]?["warnings"]?.array ?? []
        #expect(list.map { $0["event"] } == ["Hail", "Wind", "Tornado"])
        #expect(list.last?["phase"] == "announced")
    }

    @Test func `fifty warnings at once arrive within a second, and their attributes have at most 3 kB`()
        throws
    {
        try begin()
        let before = daemon.clock.now
        let text = JSON.string(String(repeating: "words ", count: 100))
        for number in 1...50 {
            try tell(
                event(
                    "added", number, alert("a\(number)", more: ["headline": text, "area": text])))
        }
        #expect(try turn { state("home")?["count"] == 50 && state("alerts")?["count"] == 50 })
        #expect(daemon.clock.now - before < .seconds(1))
        let attributes = try #require(state("home")?["attributes"])
        #expect(attributes.bytes.count <= 3000)
        let listed = attributes["warnings"]?.array?.count ?? 0
        #expect(listed > 20 && listed + (attributes["more"]?.int ?? 0) == 50)
    }

    @Test func `a few warnings have all details`() throws {
        try begin(with: alert("a", more: ["headline": "Flood in York", "area": "York"]))
        let entry = state("home")?["attributes"]?["warnings"]?.array?.first
        #expect(
            entry?["headline"] == "Flood in York" && entry?["area"] == "York" && entry?["phase"] == "in force"
        )
        #expect(state("home")?["attributes"]?["more"] == nil)
    }

    @Test func `a place has the warnings around it, and a zone those that name it`() throws {
        let french = "alerts-europe@france"
        try begin(
            with: alert(
                "far", more: ["geometry": ["type": "Point", "coordinates": [2, 48], "radius": 5000]],
                isLocated: false),
            alert("red", source: french, more: ["zones": ["NUTS3": ["FR101"]]], isLocated: false),
            alert("other", source: french, more: ["zones": ["NUTS3": ["FR102"]]], isLocated: false))
        #expect(state("paris")?["count"] == 1 && state("paris")?["complete"] == true)
        // The zones of France cannot be compared with the place, so that it is not known whether there is
        // none.
        #expect(state("home")?["state"] == "unknown" && state("home")?["attributes"]?["not_compared"] == 2)
        let unknown = state("home")?["attributes"]?["unknown"]?.array?.first?.string ?? ""
        #expect(unknown.hasPrefix("alerts-europe@france: place not compared: 2 warnings name zones"))
        #expect(state("alerts")?["count"] == 1 && state("alerts-europe@france")?["count"] == 2)
    }

    @Test func `a warning that two sources have counts once`() throws {
        try begin(with: alert("a"), alert("a", source: "alerts-europe@france"))
        #expect(state("home")?["count"] == 1)
    }

    @Test func `an end by its source turns a warning off, and a removed source removes its device`() throws {
        try begin(with: alert("a"))
        #expect(state("home")?["state"] == "on")
        try tell([
            "event": "removed", "cursor": "a.1", "realtimeUSec": 0, "source": "alerts", "key": "a",
        ])
        #expect(try turn { state("home")?["state"] == "off" })
        try daemon.answer("ListSources", #"{"sources":[]}"#)
        try tell(["event": "source", "cursor": "a.2", "realtimeUSec": 0, "source": "alerts"])
        #expect(try turn { state("alerts") == nil && announcement("alerts") == nil })
        #expect(try turn { state("home")?["state"] == "unknown" })
    }

    @Test func `devices are announced again when Home Assistant starts`() throws {
        try begin(with: alert("a"))
        #expect(try turn { announcement("home") != nil })
        broker.restore(broker.retained.filter { !$0.key.hasPrefix("homeassistant/") })
        #expect(announcement("home") == nil)
        broker.send("homeassistant/status", "online")
        #expect(try turn { announcement("home") != nil && announcement("alerts") != nil })
    }

    @Test func `messages of warnings are those of the bridge`() {
        let tree = TopicTree(prefix: "almanac")
        let topic = tree.warnings(of: "alerts-us-point@43.65,-70.31")
        #expect(topic.description == "almanac/_warnings/alerts-us-point@43.65,-70.31")
        #expect(tree.contains(topic.description, Array(#"{"state":"on"}"#.utf8)))
        #expect(!tree.contains(topic.description, Array("x".utf8)))
        let device = WarningDevice(tree: tree, prefix: "ha")
        let announcement = device.announcement(of: "home", title: "Home", attribution: "x")
        let records = Device(tree: tree, prefix: "ha")
        #expect(records.isAnnouncement(device.topic(of: "home").description, announcement))
        #expect(device.topic(of: "home") != device.topic(of: "Home"))
    }
}

import Bridge
import Records
import TestDaemon
import Testing
import Varlink

/// Warnings that may exist beside the known ones, and of which the messages say so.
extension WarningTests {
    @Test
    func `a known warning stays on while its source is not current; that there is none becomes unknown`()
        throws
    {
        try begin(with: alert("a", ends: 400))
        try listSources(health: "stale", expires: 30)
        try tell([
            "event": "source", "cursor": "a.1", "realtimeUSec": 0, "source": "alerts",
            "runtime": ["health": "stale", "fetchedUSec": .int(Int(Self.start.microseconds))],
        ])
        #expect(try turn { state("home")?["complete"] == false })
        #expect(state("home")?["state"] == "on" && isOnline("home"))
        #expect(try turn { state("home")?["attributes"]?["age"]?.int ?? 0 >= 120 })
        #expect(state("home")?["state"] == "on" && state("home")?["level"] == "severe")
        #expect(try turn { state("home")?["state"] == "unknown" })
        #expect(elapsed >= .seconds(400) && elapsed < .seconds(402))
        #expect(!isOnline("home") && state("home")?["level"] == nil && state("home")?["event"] == nil)
        // The announced warnings are not known either.
        #expect(!isOnline("home", "announced"))
    }

    @Test(arguments: ["fresh", "failing"], [#", "rejected": 2"#, #", "notes": ["3 were left out"]"#])
    func `a part of a source that could not be read may be a warning`(health: String, part: String) throws {
        try listSources(health: health, more: part)
        try begin()
        #expect(state("home")?["state"] == "unknown" && !isOnline("home"))
        let unknown = state("home")?["attributes"]?["unknown"]?.array ?? []
        #expect(unknown.count == 2)
        let words = unknown.first?.string ?? ""
        #expect(words.hasPrefix("alerts: 2 parts") || words == "alerts: 3 were left out")
    }

    @Test func `a source of which the kind cannot be read may have warnings`() throws {
        let failure =
            #"{"reason":"configuration","realtimeUSec":1,"message":"Kind=alrt is no kind","count":1}"#
        let runtime = #"{"health":"empty","records":0,"failure":\#(failure)}"#
        try listSources(others: #",{"context":{"name":"storms"},"runtime":\#(runtime)}"#)
        try begin()
        #expect(state("home")?["state"] == "unknown" && !isOnline("home"))
        let unknown = state("home")?["attributes"]?["unknown"]?.array ?? []
        #expect(unknown.count == 1 && unknown.first?.string?.hasPrefix("storms: ") == true)
        // The patterns of another place leave it out, and it is no device.
        #expect(state("paris")?["state"] == "off" && state("storms") == nil)
    }

    @Test func `a source of another place does not say that there are no warnings here`() throws {
        let end = (Self.start + .seconds(100_000)).microseconds
        let runtime =
            #"{"health":"fresh","fetchedUSec":\#(Self.start.microseconds),"expiresUSec":\#(end)}"#
        let point = #"{"name":"alerts-us-point@48.85,2.35","kind":"alert"}"#
        try daemon.answer("ListSources", #"{"sources":[{"context":\#(point),"runtime":\#(runtime)}]}"#)
        daemon.on("Subscribe") { call in
            call.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0])
            call.stream(["event": "ready", "cursor": "a.0", "realtimeUSec": 0])
        }
        bridge.start()
        #expect(try turn { state("home") != nil })
        #expect(state("home")?["state"] == "unknown" && !isOnline("home"))
        let unknown = state("home")?["attributes"]?["unknown"]?.array ?? []
        #expect(unknown.first?.string?.contains("other places only") == true)
    }

    @Test func `what is unknown is said, also beside a known warning`() throws {
        try listSources(health: "stale")
        try begin(with: alert("a"))
        #expect(state("home")?["state"] == "on" && state("home")?["complete"] == false)
        let unknown = state("home")?["attributes"]?["unknown"]?.array ?? []
        #expect(unknown.count == 2 && unknown[0].string?.hasPrefix("alerts: stale, data from 2027-") == true)
    }
}

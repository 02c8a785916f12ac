import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// The lines of status bars before the daemon answers.
@MainActor @Suite struct SavedBarTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "metar@KPWM", "kind": "metar"},
             "runtime": {"health": "fresh", "records": 1, "fetchedUSec": 50527000000}}]}
            """)
    }

    private static let report = """
        {"event": "snapshot", "cursor": "a.1", "realtimeUSec": 50527000000, "source": "metar@KPWM",
         "key": "KPWM", "generation": 2, "data": {"station": "KPWM", "raw": "KPWM", "flightRules": "MVFR",
         "ceiling": 1400, "time": "1970-01-01T14:00:00Z"}}
        """
    private static let ready = #"{"event": "ready", "cursor": "a.1", "realtimeUSec": 0}"#

    private func watch(_ words: String...) throws -> Running {
        try Running(["watch", "--format"] + words, on: daemon)
    }

    /// Runs a bar until it has shown a report.
    private func showOnce() throws {
        let running = try watch("waybar", "metar@KPWM", "--snapshot", "-n", "1")
        try running.turn("a subscription") { !daemon.subscribers.isEmpty }
        try daemon.tell(Self.report)
        try daemon.tell(Self.ready)
        #expect(try running.end() == 0)
        try running.turn("its hang-up") { daemon.subscribers.isEmpty }
    }

    private func lines(_ running: Running) -> [String] {
        running.output.split(separator: "\n").map(String.init)
    }

    @Test func `before the daemon answers, a bar shows the last records as stale`() throws {
        try showOnce()
        daemon.on("ListSources") { _ in }
        let running = try watch("waybar", "metar@KPWM")
        try running.turn("a line") { !lines(running).isEmpty }
        let line = try JSON(parsing: Array(lines(running)[0].utf8))
        #expect(line["text"]?.string?.hasPrefix("KPWM MVFR") == true)
        #expect(line["text"]?.string?.hasSuffix(" old") == true)
        #expect(line["alt"] == "stale")
        #expect(line["class"] == ["mvfr", "stale"])
        #expect(line["tooltip"]?.string?.contains("no answer from almanacd") == true)
    }

    @Test func `a record of the last run that is gone is not shown once the daemon has answered`() throws {
        try showOnce()
        let running = try watch("waybar", "metar@KPWM")
        try running.turn("the last records") { lines(running).count == 1 }
        #expect(lines(running)[0].contains("MVFR"))
        try running.turn("a subscription") { !daemon.subscribers.isEmpty }
        try daemon.tell(Self.ready)
        try running.turn("the present records") { lines(running).count == 2 }
        let line = try JSON(parsing: Array(lines(running)[1].utf8))
        #expect(line["text"] == "")
        #expect(line["class"] == ["fresh"])
    }

    @Test func `i3bar gets its header before the last records`() throws {
        try showOnce()
        daemon.on("ListSources") { _ in }
        let running = try watch("i3bar", "metar@KPWM")
        try running.turn("a line") { lines(running).count >= 3 }
        #expect(lines(running)[0] == #"{"version":1}"#)
        #expect(lines(running)[2].contains(#""_class":["mvfr","stale"]"#))
    }

    @Test func `a bar of other records does not show them`() throws {
        try showOnce()
        daemon.on("ListSources") { $0.fail("io.almanac.ShuttingDown", [:]) }
        daemon.on("Subscribe") { $0.fail("io.almanac.ShuttingDown", [:]) }
        let running = try watch("waybar", "metar@KPWM", "--where", "ceiling < 900")
        try running.turn("a line") { !lines(running).isEmpty }
        #expect(lines(running)[0].contains("MVFR") == false)
    }
}

import Glibc
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct SettingsTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "metar@KPWM", "kind": "metar"}, "runtime":
             {"health": "fresh", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1}}]}
            """)
        try daemon.answer(
            "GetSnapshot",
            """
            {"cursor": "a.1", "records": [{"source": "metar@KPWM", "key": "KPWM", "generation": 1, "realtimeUSec": 1,
             "data": {"station": "KPWM", "type": "METAR", "raw": "KPWM", "ceiling": 1000}}]}
            """)
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
    }

    private func write(_ text: String) throws {
        try File.write("[Client]\n\(text)\n", daemon.directory + "/almanac.conf")
    }

    private func show(_ words: String...) throws -> Running {
        try Running(["show", "metar@KPWM", "--config", daemon.directory] + words, on: daemon)
    }

    @Test func `units are taken from the configuration`() throws {
        try write("Units=metric")
        let running = try show()
        #expect(try running.end() == 0)
        #expect(running.output.contains("300 m"))
    }

    @Test func `the command line takes precedence over the configuration`() throws {
        try write("Units=metric")
        let running = try show("--units", "aviation")
        _ = try running.end()
        #expect(running.output.contains("1000 ft"))
    }

    @Test func `a wrong setting is reported and ignored`() throws {
        try File.write("Units=metric\n", daemon.directory + "/almanac.conf")
        let running = try show()
        #expect(try running.end() == 0)
        #expect(running.error.contains("almanac.conf:1: \"Units=metric\" is before the first [Section]"))
        #expect(running.output.contains("1000 ft"))
    }

    @Test func `a followed page applies a change of the configuration at once`() throws {
        try write("Units=aviation")
        let running = try show("--follow")
        try running.turn("the page") { running.output.contains("1000 ft") && !daemon.subscribers.isEmpty }
        try write("Units=metric")
        try running.turn("the page in metres") { running.output.contains("300 m") }
    }

    @Test func `a followed page is shown again when a record changes`() throws {
        try write("Units=aviation")
        let running = try show("--follow")
        try running.turn("the page") { running.output.contains("1000 ft") && !daemon.subscribers.isEmpty }
        try daemon.answer(
            "GetSnapshot",
            """
            {"cursor": "a.2", "records": [{"source": "metar@KPWM", "key": "KPWM", "generation": 2, "realtimeUSec": 1,
             "data": {"station": "KPWM", "type": "METAR", "raw": "KPWM", "ceiling": 2200}}]}
            """)
        try daemon.tell(
            #"{"event": "changed", "cursor": "a.2", "realtimeUSec": 0, "source": "metar@KPWM", "key": "KPWM", "data": {}}"#
        )
        try running.turn("the new page") { running.output.contains("2200 ft") }
    }

    @Test func `a followed page stays when the daemon is lost, and a line says so once`() throws {
        try write("Units=aviation")
        let running = try show("--follow")
        try running.turn("the page") { running.output.contains("1000 ft") && !daemon.subscribers.isEmpty }
        daemon.stop()
        try running.turn("the loss") { running.error.hasSuffix("; waiting for it\n") }
        try daemon.start()
        try running.turn("the page again") { running.output.ranges(of: "1000 ft").count == 2 }
        #expect(running.error.ranges(of: "waiting for it").count == 1)
    }

    @Test func `show without an argument shows the previous page`() throws {
        _ = try show().end()
        let again = try Running(["show"], on: daemon)
        #expect(try again.end() == 0)
        #expect(again.output.hasPrefix("KPWM"))
    }
}

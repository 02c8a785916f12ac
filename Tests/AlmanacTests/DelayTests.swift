import Glibc
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// Behaviour that depends on the program's own timers, which run in another process.
@MainActor @Suite("Delays of the program, in real time") struct DelayTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
        let source = """
            {"context": {"name": "hospitals", "url": "https://example.org/Hospital.csv"},
             "runtime": {"health": "fresh", "records": 2, "rejected": 0, "generation": 1, "fetchedUSec": 1000000}}
            """
        try daemon.answer("ListSources", "{\"sources\": [\(source)]}")
    }

    private func watch(_ words: String...) throws -> Running {
        let running = try Running(["watch"] + words, on: daemon)
        try running.turn("a subscription") { !daemon.subscribers.isEmpty }
        return running
    }

    private func added(_ number: Int) -> String {
        """
        {"event": "added", "cursor": "a.\(number)", "realtimeUSec": 0, "source": "metar@KPWM", "key": "KPWM",
         "data": {"station": "KPWM", "raw": "KPWM", "flightRules": "MVFR"}}
        """
    }

    private var subscriptions: [JSON] { daemon.asked.filter { $0.method == "Subscribe" }.map(\.parameters) }

    @Test func `after a lost connection, watch reconnects and resumes`() throws {
        let running = try watch("-n", "2")
        try daemon.tell(added(1))
        try running.turn("the first line") { running.output.contains("\n") }
        daemon.stop()
        try running.turn("the end of the connection") { daemon.subscribers.isEmpty }
        try daemon.start()
        try running.turn("another subscription") { !daemon.subscribers.isEmpty }
        #expect(subscriptions.last?["since"] == "a.1")
        #expect(subscriptions.last?["snapshot"] == nil)
        try daemon.tell(added(2))
        #expect(try running.end() == 0)
        #expect(running.output.split(separator: "\n").count == 2)
    }

    @Test func `a subscriber that was too slow reconnects and resumes`() throws {
        let running = try watch("--since", "a.1", "-n", "1")
        daemon.subscribers[0].fail("io.almanac.TooSlow", ["cursor": "a.1"])
        try running.turn("a second subscription") { subscriptions.count == 2 }
        #expect(subscriptions[1]["since"] == "a.1")
        try daemon.tell(added(2))
        #expect(try running.end() == 0)
    }

    @Test func `a bar that starts before the daemon waits for it`() throws {
        daemon.stop()
        let running = try Running(["watch", "--format", "i3bar", "-n", "1"], on: daemon)
        let unknown =
            #"[{"full_text":"?","name":"almanac","instance":"0","urgent":false,"_class":["unknown"]}],"#
        try running.turn("the header") { running.output == "{\"version\":1}\n[\n\(unknown)\n" }
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "metar@KPWM"},
             "runtime": {"health": "fresh", "records": 1, "fetchedUSec": 0}}]}
            """)
        try daemon.start()
        try running.turn("a subscription") { !daemon.subscribers.isEmpty }
        try daemon.tell(#"{"event": "ready", "cursor": "a.1", "realtimeUSec": 0}"#)
        try running.turn("that no record is current") { running.output.hasSuffix("[],\n") }
        try daemon.tell(added(2))
        #expect(try running.end() == 0)
        let report =
            #"[{"full_text":"KPWM MVFR","name":"almanac","instance":"0","urgent":false,"_class":["mvfr","fresh"]}],"#
        #expect(running.output.hasSuffix("[],\n\(report)\n"))
    }

    private func terminal() throws -> Pseudoterminal {
        try Pseudoterminal(columns: 60, rows: 10, on: daemon.loop)
    }

    /// The program cannot know why an answer comes late, so that a try on a busy machine can show progress.
    @Test(.enabled(if: Pseudoterminal.isAvailable)) func `a quick refresh shows no progress`() throws {
        try daemon.answer("Refresh", #"{"started": ["hospitals"], "skipped": []}"#)
        let isQuiet = try (0..<20).contains { _ in
            let terminal = try terminal()
            let running = try Running(["refresh", "hospitals"], on: daemon, terminal: terminal)
            _ = try running.end()
            try running.turn("the result") { terminal.text.contains("nothing changed") }
            return !terminal.text.contains("asking")
        }
        #expect(isQuiet)
    }

    @Test(.enabled(if: Pseudoterminal.isAvailable))
    func `a slow refresh shows its source and duration, then clears that line`() throws {
        var waiting: Call?
        daemon.on("Refresh") { waiting = $0 }
        let terminal = try terminal()
        let running = try Running(["refresh", "hospitals"], on: daemon, terminal: terminal)
        let progress = #/asking example\.org, \d+\.\d s/#
        try running.turn("progress") { terminal.text.firstMatch(of: progress) != nil }
        waiting?.reply(["started": ["hospitals"], "skipped": []])
        _ = try running.end()
        try running.turn("the result") { terminal.text.contains("nothing changed") }
        let last = terminal.text.split(separator: "\r\u{1B}[K").last ?? ""
        #expect(last.contains("is \u{1B}[32mfresh") && !last.contains("asking"))
    }
}

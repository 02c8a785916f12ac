import Glibc
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite(.enabled(if: Pseudoterminal.isAvailable)) struct TerminalTests {
    private let daemon: ScriptedDaemon
    private let terminal: Pseudoterminal

    init() throws {
        daemon = try ScriptedDaemon()
        terminal = try Pseudoterminal(columns: 60, rows: 10, on: daemon.loop)
        let source = """
            {"context": {"name": "hospitals", "url": "https://example.org/Hospital.csv"},
             "runtime": {"health": "fresh", "records": 2, "rejected": 0, "generation": 1, "fetchedUSec": 1000000}}
            """
        try daemon.answer("ListSources", "{\"sources\": [\(source)]}")
    }

    @Test func `a terminal receives colours, and lines fit its width`() throws {
        let running = try Running(["list"], on: daemon, terminal: terminal)
        try running.turn("the list") { terminal.text.contains("hospitals") && terminal.text.contains("\r\n") }
        _ = try running.end()
        #expect(terminal.text.contains("\u{1B}[32mfresh\u{1B}[0m"))
    }

    @Test func `metrics on a terminal contain no character that it interprets`() throws {
        try daemon.answer("GetStatus", "{\"version\": \"1\u{202E}2\"}")
        let running = try Running(["metrics"], on: daemon, terminal: terminal)
        try running.turn("the version") { terminal.text.contains("almanac_info") }
        #expect(try running.end() == 0)
        try running.turn("the end of the line") { terminal.text.contains("2\"} 1\r\n") }
        #expect(terminal.text.contains(#"almanac_info{version="1\u{202e}2"} 1"#))
    }

    @Test func `--verbose prints each step with its time`() throws {
        try daemon.answer("Refresh", #"{"started": ["hospitals"], "skipped": []}"#)
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "hospitals", "kind": "table"}, "runtime": {
                "health": "fresh", "records": 2, "rejected": 0, "generation": 1, "steps": [
                    {"name": "resolving", "elapsedUSec": 200, "detail": "example.org"},
                    {"name": "answering", "elapsedUSec": 1212345, "detail": "200"}]}}]}
            """)
        let running = try Running(["refresh", "-v", "hospitals"], on: daemon)
        #expect(try running.end() == 0)
        #expect(
            running.error == """
                +0.000 s  hospitals: resolving example.org
                +1.212 s  hospitals: answering 200

                """)
    }

    @Test func `top shows sources and changes, refreshes the selected one and restores the terminal`() throws
    {
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
        try daemon.answer("Refresh", #"{"started": ["hospitals"], "skipped": []}"#)
        let running = try Running(["top"], on: daemon, terminal: terminal)
        try running.turn("the screen") { terminal.text.contains("▸") && !daemon.subscribers.isEmpty }
        try daemon.tell(
            #"{"event": "removed", "cursor": "a.1", "realtimeUSec": 0, "source": "hospitals", "key": "77"}"#)
        try running.turn("the change") { terminal.text.contains("77\u{1B}[0m removed") }
        terminal.type("r")
        try running.turn("a refresh") { daemon.asked.contains { $0.method == "Refresh" } }
        #expect(
            daemon.asked.last { $0.method == "Refresh" }?.parameters["selector"]?["sources"] == ["hospitals"])
        terminal.type("q")
        #expect(try running.end() == 0)
        try running.turn("the end") { terminal.text.hasSuffix("\u{1B}[?25h\u{1B}[?1049l") }
    }

    @Test func `top says at 60 columns that the daemon is lost, until it is connected again`() throws {
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
        try daemon.answer("GetStatus", "{\"version\": \"1\"}")
        let running = try Running(["top"], on: daemon, terminal: terminal)
        try running.turn("the connection") { frame.contains("1 source") && !daemon.subscribers.isEmpty }
        #expect(!frame.contains("its state is unknown"))
        daemon.stop()
        try running.turn("the loss") { frame.contains("almanacd\u{1B}[0m: its state is unknown: ") }
        // Keys clear the last message, but not the loss.
        terminal.type("j")
        try running.turn("a key") { frame.contains("its state is unknown: ") && frame.contains("▸") }
        try daemon.start()
        try running.turn("the reconnection") { frame.contains("▸") && !frame.contains("is unknown") }
        terminal.type("q")
        #expect(try running.end() == 0)
    }

    @Test func `top says that the daemon refuses its subscription`() throws {
        daemon.on("Subscribe") { $0.fail("io.almanac.TooManySubscribers", ["limit": 9]) }
        let running = try Running(["top"], on: daemon, terminal: terminal)
        try running.turn("the refusal") { frame.contains("its state is unknown: ") }
        terminal.type("q")
        #expect(try running.end() == 0)
    }

    /// The last screen that was drawn.
    private var frame: Substring {
        terminal.text.ranges(of: "\u{1B}[H").last.map { terminal.text[$0.upperBound...] } ?? ""
    }

    @Test func `an answer longer than the terminal goes through the configured pager`() throws {
        let runtime = #""runtime": {"health": "empty", "records": 0, "rejected": 0, "generation": 0}"#
        let sources = (0..<20).map { "{\"context\": {\"name\": \"s\($0)\"}, \(runtime)}" }
        try daemon.answer("ListSources", "{\"sources\": [\(sources.joined(separator: ", "))]}")
        let running = try Running(
            ["list"], on: daemon, environment: ["ALMANAC_PAGER": "sed s/^/paged-/"], terminal: terminal)
        _ = try running.end()
        try running.turn("the last line") { terminal.text.contains("paged-s19") }
        let direct = try Running(
            ["list", "--no-pager"], on: daemon, environment: ["ALMANAC_PAGER": "sed s/^/again-/"],
            terminal: terminal)
        _ = try direct.end()
        #expect(!terminal.text.contains("again-"))
    }

    @Test func `top without a terminal suggests an alternative`() throws {
        let running = try Running(["top"], on: daemon)
        #expect(try running.end() == 64)
        #expect(running.error.contains("almanac watch"))
    }

    @Test func `JSON for a terminal has escaped control characters`() throws {
        try daemon.answer(
            "ListSources",
            #"{"sources": [{"context": {"name": "x\u009b31m\u202e"}, "runtime": {"health": "empty", "records": 0, "rejected": 0, "generation": 0}}]}"#
        )
        let running = try Running(["list", "--json=short", "--no-pager"], on: daemon, terminal: terminal)
        _ = try running.end()
        try running.turn("the list") { terminal.text.contains("\r\n") }
        #expect(terminal.text.contains(#""name":"x\u009b31m\u202e""#))
    }
}

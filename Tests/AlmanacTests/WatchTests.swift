import Glibc
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct WatchTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "metar@KPWM"},
             "runtime": {"health": "fresh", "records": 1, "fetchedUSec": 50527000000}}]}
            """)
    }

    private func watch(_ words: String...) throws -> Running {
        let running = try Running(["watch"] + words, on: daemon)
        try running.turn("a subscription") { !daemon.subscribers.isEmpty }
        return running
    }

    private func change(_ number: Int, ceiling: Int = 1400, source: String = "metar@KPWM") -> String {
        """
        {"event": "changed", "cursor": "a.\(number)", "realtimeUSec": 50527000000, "source": "\(source)",
         "key": "KPWM", "generation": 2, "data": {"station": "KPWM", "raw": "KPWM", "flightRules": "MVFR", "ceiling": \(ceiling)},
         "patch": {"flightRules": "MVFR", "ceiling": \(ceiling)}, "previous": {"flightRules": "IFR", "ceiling": 900}}
        """
    }

    private var subscriptions: [JSON] { daemon.asked.filter { $0.method == "Subscribe" }.map(\.parameters) }

    @Test func `a change is printed as a line with its differences`() throws {
        let running = try watch("metar@*", "-n", "1")
        try daemon.tell(change(1))
        #expect(try running.end() == 0)
        #expect(running.output == "14:02:07Z KPWM IFR → MVFR, ceiling 900 → 1400 ft\n")
        #expect(subscriptions[0]["selector"]?["sources"] == ["metar@*"])
        #expect(subscriptions[0]["snapshot"] == false)
    }

    @Test func `JSON is the event as received, one per line`() throws {
        let running = try watch("--json", "-n", "1")
        try daemon.tell(change(1))
        _ = try running.end()
        let lines = running.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(try JSON(parsing: Array(lines[1].utf8)) == .parsed(change(1)))
    }

    @Test func `a template is applied to each record, including the snapshot`() throws {
        let running = try watch("--format", "{key} {flightRules} {ceiling}", "-n", "2")
        #expect(subscriptions[0]["snapshot"] == true)
        try daemon.tell(change(1).replacing("changed", with: "snapshot"))
        try daemon.tell(change(2, ceiling: 2000))
        _ = try running.end()
        #expect(running.output == "KPWM MVFR 1400\nKPWM MVFR 2000\n")
    }

    @Test func `a bar is drawn when the snapshot is complete, then whenever it changes`() throws {
        let running = try watch("--format", "waybar", "-n", "2")
        try daemon.tell(change(1).replacing("changed", with: "snapshot"))
        try daemon.tell(#"{"event": "ready", "cursor": "a.1", "realtimeUSec": 0}"#)
        try daemon.tell(change(2))
        try daemon.tell(change(3).replacing("MVFR", with: "VFR"))
        _ = try running.end()
        let texts = try running.output.split(separator: "\n").map {
            try JSON(parsing: Array($0.utf8))["class"]
        }
        #expect(texts == [["mvfr", "fresh"], ["vfr", "fresh"]])
    }

    @Test func `with --snapshot, the first line of a bar is one of those to print`() throws {
        let running = try watch("--format", "waybar", "--snapshot", "-n", "1")
        try daemon.tell(change(1).replacing("changed", with: "snapshot"))
        try daemon.tell(#"{"event": "ready", "cursor": "a.1", "realtimeUSec": 0}"#)
        #expect(try running.end() == 0)
        #expect(try JSON(parsing: Array(running.output.utf8))["class"] == ["mvfr", "fresh"])
    }

    @Test func `each of several patterns has its own keys`() throws {
        let running = try watch("metar@*/KPWM", "taf@*/EGLL", "-n", "1")
        #expect(subscriptions[0]["selector"]?["keys"] == ["KPWM", "EGLL"])
        try daemon.tell(change(1, source: "taf@KPWM"))
        try daemon.tell(change(2, ceiling: 800))
        _ = try running.end()
        #expect(running.output == "14:02:07Z KPWM IFR → MVFR, ceiling 900 → 800 ft\n")
    }

    @Test func `if the log does not reach back, watch says so and starts with a snapshot`() throws {
        daemon.on("Subscribe") { call in
            if call.parameters["since"]?.string != nil {
                call.fail("io.almanac.CursorExpired", ["oldest": "a.7"])
            } else {
                call.stream(["event": "subscribed", "cursor": "a.9", "realtimeUSec": 0])
            }
        }
        let running = try Running(["watch", "--since", "a.1", "-n", "1"], on: daemon)
        try running.turn("a second subscription") { subscriptions.count == 2 }
        #expect(subscriptions[1]["snapshot"] == true)
        try daemon.tell(change(10))
        _ = try running.end()
        #expect(running.error.contains("the log does not reach back to a.1"))
    }

    @Test func `the cursor is stored in a file, from which the next run resumes`() throws {
        let file = daemon.directory + "/cursor"
        let running = try watch("--state", file, "-n", "1")
        try daemon.tell(change(5))
        _ = try running.end()
        #expect(File.read(file).map { String(decoding: $0, as: UTF8.self) } == "a.5\n")
        try running.turn("its hang-up") { daemon.subscribers.isEmpty }
        _ = try watch("--state", file)
        #expect(subscriptions.last?["since"] == "a.5")
    }

    private func fare(_ source: String, _ health: String) -> String {
        let failure =
            #", "failure": {"reason": "dns", "message": "no such host", "realtimeUSec": 0, "count": 1}"#
        return """
            {"event": "source", "cursor": "a.5", "realtimeUSec": 50527000000, "source": "\(source)",
             "runtime": {"health": "\(health)", "records": 1, "rejected": 0, "generation": 1\(health == "failing" ? failure : "")}}
            """
    }

    @Test func `after a reconnection, only news of sources are printed`() throws {
        let running = try watch("--since", "a.5", "-n", "1")
        try daemon.tell(fare("well", "fresh"))
        try daemon.tell(fare("ill", "failing"))
        try daemon.tell(#"{"event": "ready", "cursor": "a.5", "realtimeUSec": 0}"#)
        try daemon.tell(fare("ill", "failing"))
        try daemon.tell(fare("other", "fresh"))
        try daemon.tell(fare("ill", "fresh"))
        try daemon.tell(change(6))
        _ = try running.end()
        let told = running.output.split(separator: "\n").map { $0.split(separator: " ")[1] }
        #expect(told == ["ill", "other", "ill", "KPWM"])
    }

    @Test func `a state file with other content is not overwritten`() throws {
        let file = daemon.directory + "/shopping"
        try File.write("bread\n", file)
        let running = try Running(["watch", "--state", file], on: daemon)
        #expect(try running.end() == 78)
        #expect(running.error.contains("contains no cursor"))
        #expect(File.read(file).map { String(decoding: $0, as: UTF8.self) } == "bread\n")
    }

    @Test func `a command runs for each change, with the change as input and environment`() throws {
        let file = daemon.directory + "/log"
        let command =
            "echo $ALMANAC_EVENT $ALMANAC_SOURCE $ALMANAC_KEY $ALMANAC_CURSOR >> \(file); cat >> \(file)"
        let running = try watch("--exec", command, "-n", "2")
        try daemon.tell(change(1))
        try daemon.tell(change(2))
        #expect(try running.end() == 0)
        let lines = try #require(File.read(file)).split(separator: 0x0A)
        #expect(lines.count == 4)
        #expect(String(decoding: lines[2], as: UTF8.self) == "changed metar@KPWM KPWM a.2")
        #expect(try JSON(parsing: Array(lines[3])) == .parsed(change(2)))
    }

    @Test func `a command need not read the change`() throws {
        let file = daemon.directory + "/log"
        let running = try watch("--exec", "exec <&-; echo $ALMANAC_CURSOR >> \(file)", "-n", "51")
        let long = String(repeating: "x", count: 200_000)
        try daemon.tell(change(1).replacing("\"raw\": \"KPWM\"", with: "\"raw\": \"\(long)\""))
        // Some of these commands end before their change is written.
        for number in 2...51 { try daemon.tell(change(number)) }
        #expect(try running.end() == 0)
        let cursors = (1...51).map { "a.\($0)\n" }.joined()
        #expect(File.read(file).map { String(decoding: $0, as: UTF8.self) } == cursors)
    }

    @Test func `a command that fails ends the watch, and its change stays undelivered`() throws {
        let file = daemon.directory + "/cursor"
        let running = try watch("--exec", "exit 3", "--state", file)
        try daemon.tell(change(1))
        #expect(try running.end() == 1)
        #expect(running.error.contains("the command ended with status 3"))
        #expect(File.read(file).map { String(decoding: $0, as: UTF8.self) } != "a.1\n")
    }

    @Test func `long values of the environment are cut with a mark, and the change is complete`() throws {
        let file = daemon.directory + "/log"
        let command = "printf %s \"$ALMANAC_TITLE\" > \(file).title; cat > \(file)"
        let running = try watch("--exec", command, "-n", "1")
        let title = String(repeating: "ö", count: 100_000)
        let event =
            #"{"event":"added","cursor":"a.1","realtimeUSec":0,"source":"feed","key":"1","title":"\#(title)","data":{}}"#
        try daemon.tell(event)
        #expect(try running.end() == 0)
        let cut = try #require(File.read(file + ".title"))
        #expect(String(decoding: cut, as: UTF8.self) == String(repeating: "ö", count: 2046) + "…")
        #expect(cut.count <= 4096)
        #expect(try JSON(parsing: File.read(file) ?? []) == .parsed(event))
    }

    @Test func `a change that fails ten times is passed over if that is wanted`() throws {
        let file = daemon.directory + "/cursor"
        let command = "echo $ALMANAC_CURSOR >> \(file).log; [ $ALMANAC_CURSOR != a.1 ]"
        for number in 1...9 {
            let running = try watch("--exec", command, "--state", file, "--on-failure", "skip")
            try daemon.tell(change(1))
            #expect(try running.end() == 1)
            #expect(running.error.contains("(try \(number) of 10)"))
            // The next change is for the next run.
            #expect(try daemon.turn { daemon.subscribers.isEmpty })
        }
        let running = try watch("--exec", command, "--state", file, "--on-failure", "skip", "-n", "2")
        try daemon.tell(change(1))
        try daemon.tell(change(2))
        #expect(try running.end() == 0)
        #expect(running.error.contains("the change a.1 of metar@KPWM/KPWM is passed over"))
        #expect(running.error.contains("10 times in a row"))
        let log = String(repeating: "a.1\n", count: 10) + "a.2\n"
        #expect(File.read(file + ".log").map { String(decoding: $0, as: UTF8.self) } == log)
        #expect(File.read(file).map { String(decoding: $0, as: UTF8.self) } == "a.2\n")
    }

    @Test func `a change that can never be delivered is passed over at once, with the limits of its size`()
        throws
    {
        let file = daemon.directory + "/cursor"
        let command = "cat > /dev/null; [ $ALMANAC_CURSOR != a.1 ] || exit 65"
        let running = try watch("--exec", command, "--state", file, "--on-failure", "skip", "-n", "2")
        let long = String(repeating: "x", count: 1_100_000)
        try daemon.tell(change(1).replacing("\"raw\": \"KPWM\"", with: "\"raw\": \"\(long)\""))
        try daemon.tell(change(2))
        #expect(try running.end() == 0)
        #expect(running.error.contains("the change a.1 of metar@KPWM/KPWM is passed over"))
        #expect(running.error.contains("NATS accepts 1048576 (max_payload)"))
        #expect(running.error.contains("Kafka 1048588 (message.max.bytes)"))
    }

    @Test(arguments: [
        ["--exec", "true", "--on-failure", "skip"], ["--exec", "true", "--on-failure", "often"],
        ["--on-failure", "exit"],
    ])
    func `an action after failures needs its command, its file and a known name`(words: [String]) throws {
        let running = try Running(["watch"] + words, on: daemon)
        #expect(try running.end() == 64)
        #expect(running.error.contains("--on-failure"))
    }

    @Test func `data cannot send control characters to the terminal`() throws {
        let running = try watch("-n", "1")
        try daemon.tell(
            #"{"event": "added", "cursor": "a.1", "realtimeUSec": 0, "source": "feed", "key": "1", "title": "\u001b]0;x\u0007\u202e", "data": {}}"#
        )
        _ = try running.end()
        #expect(running.output == "00:00:00Z feed \\x1b]0;x\\x07\\u{202e} added\n")
    }

    @Test func `without a daemon, watch fails at the start`() throws {
        daemon.stop()
        let running = try Running(["watch"], on: daemon)
        #expect(try running.end() == 69)
    }
}

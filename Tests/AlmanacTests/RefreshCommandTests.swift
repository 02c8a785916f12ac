import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct RefreshCommandTests {
    private let daemon: ScriptedDaemon

    init() throws { daemon = try ScriptedDaemon() }

    private let hospitals = """
        {"context": {"name": "hospitals"},
         "runtime": {"health": "fresh", "records": 2, "rejected": 0, "generation": 1, "fetchedUSec": 1000000}}
        """

    @Test func `refresh states the reason of a definition that cannot be used`() throws {
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "bad"}, "runtime": {"health": "empty", "standing": "failing",
             "records": 0, "rejected": 0, "generation": 0, "failure": {"reason": "configuration",
             "message": "/etc/bad:4: no", "realtimeUSec": 1000000, "count": 1}}}]}
            """)
        try daemon.answer("Refresh", #"{"started": [], "skipped": ["bad"]}"#)
        let (status, output, error) = try daemon.run("refresh", "bad")
        #expect(status == 75 && output.isEmpty)
        #expect(
            error == """
                almanac: bad could not be refreshed: configuration: /etc/bad:4: no
                  there are no data yet
                  its definition is read again when the file changes

                """)
    }

    @Test func `a source without a definition is not fetched, which is no success`() throws {
        let runtime = #"{"health": "paused", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1}"#
        let source = #"{"context": {"name": "old", "kind": "feed"}, "runtime": \#(runtime)}"#
        try daemon.answer("ListSources", #"{"sources": [\#(source)]}"#)
        try daemon.answer("Refresh", #"{"started": [], "skipped": []}"#)
        for words in [["refresh", "old"], ["refresh", "old", "--no-wait"]] {
            let run = try daemon.run(words)
            #expect(run.status == 1 && run.error == "almanac: not fetched, without a definition: old\n")
        }
        // All sources are those with a definition.
        let all = try daemon.run("refresh")
        #expect(all.status == 0 && all.error.isEmpty)
    }

    @Test func `refresh waits and prints the result`() throws {
        var generation = 1
        daemon.on("ListSources") { [hospitals] call in
            let text = hospitals.replacing("\"generation\": 1", with: "\"generation\": \(generation)")
            call.reply(["sources": [.parsed(text)]])
        }
        daemon.on("Refresh") { call in
            generation += 1
            call.reply(["started": ["hospitals"], "skipped": []])
        }
        let (status, output, error) = try daemon.run("refresh", "hospitals")
        #expect(status == 0 && error.isEmpty)
        #expect(output == "hospitals is fresh, 2 records, changed\n")
        #expect(daemon.asked.first { $0.method == "Refresh" }?.parameters["wait"] == true)
    }

    @Test func `a failed refresh explains its consequences and how to retry, with status 75`() throws {
        let failing = """
            {"context": {"name": "schools"}, "runtime": {"health": "failing", "records": 5, "rejected": 0, "generation": 1,
             "fetchedUSec": 50520000000, "nextUSec": 50820000000, "failure": {"reason": "timeout", "httpStatus": null,
             "message": "no answer within 30 s", "realtimeUSec": 1, "count": 1}}}
            """
        try daemon.answer("ListSources", "{\"sources\": [\(failing)]}")
        try daemon.answer("Refresh", #"{"started": ["schools"], "skipped": []}"#)
        let (status, output, error) = try daemon.run("refresh", "schools")
        #expect(status == 75 && output.isEmpty)
        let lines = error.split(separator: "\n").map(String.init)
        #expect(lines.first == "almanac: schools could not be refreshed: timeout: no answer within 30 s")
        #expect(lines.contains { $0.hasPrefix("  the data from ") && $0.hasSuffix("are still shown") })
        #expect(lines.contains { $0.hasPrefix("  the next attempt is at ") })
        #expect(lines.last == "  to try again: almanac refresh schools")
    }

    @Test(arguments: [
        (#", "retryAfterUSec": 42000000"#, "too early for the upstream: hospitals; again in 42 s"),
        ("", "the other almanac is not connected or does not permit it: hospitals"),
    ])
    func `a refresh that is skipped is a temporary failure with its reason`(time: String, text: String) throws
    {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals)]}")
        try daemon.answer("Refresh", #"{"started": [], "skipped": ["hospitals"]\#(time)}"#)
        let (status, _, error) = try daemon.run("refresh", "hospitals")
        #expect(status == 75)
        #expect(error == "almanac: not fetched, \(text)\n")
    }
}

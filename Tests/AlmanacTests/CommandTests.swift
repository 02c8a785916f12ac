import Glibc
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct CommandTests {
    private let daemon: ScriptedDaemon

    init() throws { daemon = try ScriptedDaemon() }

    private let hospitals = """
        {"context": {"name": "hospitals", "kind": "table", "title": "NHS hospitals",
         "url": "https://example.org/Hospital.csv", "options": {"Record": {"Group": "Sector", "Columns": "Name City"}}},
         "runtime": {"health": "fresh", "records": 2, "rejected": 0, "generation": 1, "fetchedUSec": 1000000}}
        """

    @Test func `list prints the sources as a table, and no colours to a pipe`() throws {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals)]}")
        let (status, output, error) = try daemon.run("list")
        #expect(status == 0 && error.isEmpty)
        #expect(output.hasPrefix("SOURCE     HEALTH  RECORDS  FETCHED"))
        #expect(output.contains("hospitals  fresh"))
        #expect(!output.contains("\u{1B}"))
    }

    @Test func `--version names the version, the compiler, the processor and the library`() throws {
        let (status, output, error) = try daemon.run("--version")
        #expect(status == 0 && error.isEmpty)
        let lines = output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "almanac \(Version.text)")
        #expect(lines.last?.hasPrefix("Swift 6.") == true && lines.last?.hasSuffix(", libsystemd") == true)
    }

    @Test func `the default command is list`() throws {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals)]}")
        #expect(try daemon.run().output.contains("hospitals  fresh"))
    }

    @Test func `list as JSON prints one source per line, as received`() throws {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals), \(hospitals)]}")
        let lines = try daemon.run("list", "-j").output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(try JSON(parsing: Array(lines[0].utf8)) == JSON(parsing: Array(hospitals.utf8)))
    }

    @Test func `list --failing says that no source is failing, and only without any source how to add one`()
        throws
    {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals)]}")
        #expect(try daemon.run("list", "--failing").output == "no source is failing\n")
        #expect(try daemon.run("list", "--failing", "-j").output.isEmpty)
        try daemon.answer("ListSources", #"{"sources": []}"#)
        #expect(try daemon.run("list", "--failing").output.hasPrefix("no sources yet; add one"))
    }

    @Test func `list shows failing sources without data, counts all, and says what the daemon cannot do`()
        throws
    {
        let failing = """
            {"context": {"name": "bad"}, "runtime": {"health": "empty", "standing": "failing", "records": 0,
             "rejected": 0, "generation": 0, "failure": {"reason": "configuration", "message": "/etc/bad:4: no",
              "realtimeUSec": 1000000, "count": 1}}}
            """
        try daemon.answer("ListSources", "{\"sources\": [\(failing), \(hospitals)]}")
        try daemon.answer(
            "GetStatus",
            #"{"version": "2", "failures": [{"message": "cannot write: disk is full", "sinceUSec": 1000000}]}"#
        )
        let output = try daemon.run("list", "--failing").output.split(separator: "\n").map(String.init)
        #expect(output.count == 5)
        #expect(output[0].hasPrefix("almanacd: cannot write: disk is full, since "))
        #expect(output[2].hasPrefix("bad     failing"))
        #expect(output[3] == "  configuration: /etc/bad:4: no")
        #expect(output[4] == "2 sources, 1 failing, 1 without data")
        let json = try daemon.run("list", "-j")
        #expect(json.output.split(separator: "\n").count == 2)
        #expect(json.error.hasPrefix("almanacd: cannot write: disk is full, since "))
    }

    @Test func `list says that a source waits for other requests to its host`() throws {
        let waiting = """
            {"context": {"name": "b", "kind": "table", "url": "https://example.org/b"},
             "runtime": {"health": "empty", "records": 0, "rejected": 0, "generation": 0, "attemptUSec": 1000000,
              "steps": [{"name": "resolving", "elapsedUSec": 0}, {"name": "queued", "elapsedUSec": 9}]}}
            """
        try daemon.answer("ListSources", "{\"sources\": [\(waiting)]}")
        #expect(try daemon.run("list").output.contains("  waiting in the queue of example.org for "))
    }

    @Test func `list --kinds prints the daemon's kinds`() throws {
        try daemon.answer("GetStatus", #"{"version": "2", "kinds": ["metar", "tide"]}"#)
        #expect(try daemon.run("list", "--kinds").output == "metar\ntide\n")
    }

    @Test func `pretty JSON must be requested by name`() throws {
        try daemon.answer(
            "GetStatus",
            #"{"version": "1", "startedUSec": 0, "cursor": "a.1", "oldestCursor": "a.0", "sources": 0, "records": 0, "subscribers": 0, "counters": {}}"#
        )
        #expect(try daemon.run("status", "--json=pretty").output.hasPrefix("{\n    \"version\": \"1\",\n"))
    }

    @Test func `colours are used on request, unless NO_COLOR is set`() throws {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals)]}")
        #expect(try daemon.run("list", "--color", "always").output.contains("\u{1B}[32mfresh\u{1B}[0m"))
        #expect(
            try !daemon.run("list", "--color", "auto", environment: ["NO_COLOR": "1"]).output.contains(
                "\u{1B}"))
    }

    @Test func `an unreachable daemon is reported with the command that starts it`() throws {
        daemon.stop()
        let (status, output, error) = try daemon.run("list")
        #expect(status == 69 && output.isEmpty)
        #expect(error.contains("almanacd does not answer at \(daemon.socket)"))
        #expect(error.contains("to start it: systemctl start almanacd"))
    }

    @Test(arguments: [
        (["list", "--faling"], "list has no option --faling; did you mean --failing?"),
        (["wach"], "no command \"wach\"; did you mean watch?"), (["rejects"], "rejects needs SOURCE"),
        (["reload", "now"], "reload takes no arguments"),
        (["watch", "--format", "{key"], "is not closed"),
        (["history", "x", "--since", "soon"], "--since soon is not a time"),
        (["--units=furlongs"], "--units furlongs is not one"),
        (["rejects", "x", "--limit", "0"], "--limit 0 is not a number above 0"),
        (["list", "--json=yaml"], "--json=yaml is not one"),
        (["watch", "--since", "yesterday"], "--since yesterday is not a cursor"),
        (["near", "91,0"], "91,0 is not a position"),
        (["metrics", "--format", "json"], "--format json is not one of prometheus, openmetrics"),
    ])
    func `a mistake on the command line is named without the help text`(_ words: [String], _ message: String)
        throws
    {
        try daemon.answer("ListSources", #"{"sources": []}"#)
        let running = try Running(words, on: daemon)
        #expect(try running.end() == 64)
        #expect(running.error.contains(message))
        #expect(running.error.split(separator: "\n").count <= 2)
    }

    @Test func `an unknown source is reported`() throws {
        try daemon.answer("ListSources", #"{"sources": []}"#)
        let (status, _, error) = try daemon.run("show", "nothing")
        #expect(status == 1)
        #expect(error.hasPrefix("almanac: no source or airport \"nothing\"\n"))
    }

    @Test func `show groups records in the columns of the definition`() throws {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals)]}")
        try daemon.answer(
            "GetSnapshot",
            """
            {"cursor": "a.1", "records": [
             {"source": "hospitals", "key": "1", "generation": 1, "realtimeUSec": 0, "data": {"Name": "A", "City": "X", "Sector": "NHS"}},
             {"source": "hospitals", "key": "2", "generation": 1, "realtimeUSec": 0, "data": {"Name": "B", "Sector": "Private"}}]}
            """)
        let output = try daemon.run("show", "hospitals").output
        #expect(output == "NHS  1 record\nName  City\nA     X\n\nPrivate  1 record\nName\nB\n")
    }

    @Test func `show prints rows in the order of the document, as CSV and in sums`() throws {
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "wards", "kind": "table"}, "runtime": {"health": "fresh", "records": 3,
             "rejected": 0, "generation": 1, "fetchedUSec": 1}}]}
            """)
        let rows = [("1", 5), ("10", 7), ("2", 1)].map { key, beds -> JSON in
            [
                "source": "wards", "key": .string(key), "generation": 1, "realtimeUSec": 0,
                "data": ["id": .string(key), "beds": .int(beds)],
            ]
        }
        daemon.on("GetSnapshot") { $0.reply(["cursor": "a.1", "records": .array(rows)]) }
        #expect(try daemon.run("show", "wards", "--format", "tsv").output == "id\tbeds\n1\t5\n2\t1\n10\t7\n")
        try daemon.answer("GetOrder", #"{"keys": ["2", "10", "1"]}"#)
        #expect(
            try daemon.run("show", "wards", "--format", "csv", "--no-legend").output
                == "2,1\r\n10,7\r\n1,5\r\n")
        #expect(
            try daemon.run("show", "wards", "--sum", "beds", "--count").output
                == "count  sum(beds)\n    3         13\n")
        #expect(
            try daemon.run("show", "wards", "--max", "beds", "--group-by", "id", "--json=short").output
                == #"{"group":"1","max":{"beds":5}}"# + "\n" + #"{"group":"2","max":{"beds":1}}"# + "\n"
                + #"{"group":"10","max":{"beds":7}}"# + "\n")
    }

    @Test func `a column that no record has is reported with a similar name`() throws {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals)]}")
        let record: JSON = [
            "source": "hospitals", "key": "1", "generation": 1, "realtimeUSec": 0, "data": ["City": "X"],
        ]
        daemon.on("GetSnapshot") { call in
            guard call.parameters["strict"] == true,
                call.parameters["selector"]?["where"] == ["\"Cty\" exists"]
            else { return call.reply(["cursor": "a.1", "records": [record]]) }
            call.fail(
                "io.almanac.InvalidSelector",
                [
                    "path": "/selector/where/0",
                    "message": "no record of hospitals has \"Cty\"; did you mean City?",
                ])
        }
        let (status, output, error) = try daemon.run("show", "hospitals", "--columns", "Name,Cty")
        #expect(status == 64 && output.isEmpty)
        #expect(error.hasPrefix("almanac: no record of hospitals has \"Cty\"; did you mean City?\n"))
    }

    @Test func `a column that records had earlier is no mistake`() throws {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals)]}")
        daemon.on("GetSnapshot") { $0.reply(["cursor": "a.1", "records": []]) }
        #expect(try daemon.run("show", "hospitals", "--columns", "Name,Cty").status == 0)
    }

    @Test func `help before a command prints the command's help`() throws {
        #expect(try daemon.run("help", "show").output == daemon.run("show", "--help").output)
        #expect(try daemon.run("help").output.hasPrefix("Usage: almanac [COMMAND]"))
    }

    @Test func `watch does not start if its cursor cannot be stored`() throws {
        let (status, _, error) = try daemon.run("watch", "--state", "/nonexistent/cursor")
        #expect(status == 73)
        #expect(error.hasPrefix("almanac: the cursor cannot be saved: "))
    }

    @Test func `a pattern without matches is not offered for adding`() throws {
        try daemon.answer("ListSources", #"{"sources": []}"#)
        let (status, _, error) = try daemon.run("list", "h*")
        #expect(status == 1)
        #expect(error == "almanac: no source matches \"h*\"\n  all sources: almanac list\n")
    }

    @Test func `show sends its conditions to the daemon, and a literal key`() throws {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals)]}")
        try daemon.answer("GetSnapshot", #"{"cursor": "a.1", "records": []}"#)
        let (status, _, error) = try daemon.run("show", "hospitals/a*b/c", "--where", "Sector = NHS")
        #expect(status == 1 && error.contains("no record \"a*b/c\" in hospitals"))
        let selector = daemon.asked.last?.parameters["selector"]
        #expect(selector?["keys"] == ["a\\*b/c"] && selector?["where"] == ["Sector = NHS"])
    }

    @Test func `show fetches all pages`() throws {
        try daemon.answer("ListSources", "{\"sources\": [\(hospitals)]}")
        daemon.on("GetSnapshot") { call in
            let page = call.parameters["next"]?.string ?? "1"
            let record: JSON = [
                "source": "hospitals", "key": .string(page), "generation": 1, "realtimeUSec": 0,
                "data": ["Name": .string(page)],
            ]
            call.reply(
                .members([
                    "cursor": "a.1", "records": [record],
                    "next": page == "3" ? nil : .string("\(Int(page)! + 1)"),
                ]))
        }
        #expect(try daemon.run("show", "hospitals", "-j").output.split(separator: "\n").count == 3)
    }

    @Test func `a refused call explains how to get permission`() throws {
        daemon.on("Reload") { $0.fail(.permissionDenied) }
        let (status, _, error) = try daemon.run("reload")
        #expect(status == 77 && error.contains("group almanac"))
    }

    @Test func `a wrong configuration is reported with its file and line`() throws {
        daemon.on("Reload") { call in
            call.fail(
                "io.almanac.InvalidConfiguration",
                ["file": "/etc/almanac/almanac.conf", "line": 3, "message": "Log=much is no size"])
        }
        let (status, _, error) = try daemon.run("reload")
        #expect(status == 78)
        #expect(error.hasPrefix("almanac: /etc/almanac/almanac.conf:3: Log=much is no size\n"))
    }

    @Test func `an unsupported method is reported`() throws {
        try daemon.answer("ListSources", #"{"sources": []}"#)
        let (status, _, error) = try daemon.run("search", "leeds")
        #expect(status == 69 && error.contains("this version of almanacd does not support the request"))
    }
}

import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct WarningsCommandTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "alerts", "kind": "alert"},
             "runtime": {"health": "fresh", "records": 2, "rejected": 0, "generation": 1, "fetchedUSec": 1}}]}
            """)
        try daemon.answer(
            "GetSnapshot",
            """
            {"cursor": "a.1", "records": [
             {"source": "alerts", "key": "snow", "title": "Snow Advisory", "data":
              {"phase": "in force", "severity": "Minor", "area": "York", "ends": "2999-01-01T00:00:00Z"}},
             {"source": "alerts", "key": "flood", "title": "Flood Warning", "data":
              {"phase": "in force", "severity": "Severe", "area": "York"}}]}
            """)
    }

    /// The selector of the last request for areas, or else for all records.
    private var selector: JSON? {
        let selectors = daemon.asked.filter { $0.method == "GetSnapshot" }.map { $0.parameters["selector"] }
        return selectors.last { $0?["near"] != nil } ?? selectors.last ?? nil
    }

    @Test func `warnings are listed with the most severe first`() throws {
        let (status, output, _) = try daemon.run("warnings")
        #expect(status == 0)
        let lines = output.split(separator: "\n")
        #expect(lines.count == 4 && lines[1].hasPrefix("Severe    Flood Warning"))
        #expect(lines[3].hasPrefix("asked: alerts"))
        #expect(lines[2].hasPrefix("Minor     Snow Advisory") && lines[2].hasSuffix("alerts/snow"))
        #expect(selector?["near"] == nil && selector?["kinds"] == ["alert", "json", "join"])
        #expect(
            try daemon.run("warnings", "--limit", "1", "--format", "{key} {severity}").output
                == "flood Severe\n")
        #expect(try daemon.run("warnings", "--json=short").output.contains(#""key":"flood""#))
    }

    @Test func `a limit says of how many warnings it shows the first`() throws {
        let table = try daemon.run("warnings", "--limit", "1")
        #expect(table.status == 0 && table.output.contains("\n1 of 2 warnings; --limit shows more\n"))
        let json = try daemon.run("warnings", "--limit", "1", "--json")
        #expect(json.status == 0 && json.error.contains("1 of 2 warnings"))
        #expect(!json.output.contains("unknown"))
    }

    @Test func `a place selects the areas that contain it, or that are within a radius`() throws {
        let circle: JSON = ["latitude": 43, "longitude": -70, "radiusMeters": 0]
        _ = try daemon.run("warnings", "43,-70", "--json")
        #expect(selector?["near"] == circle)
        _ = try daemon.run("warnings", "43,-70", "--radius", "5km", "--where", "severity = Severe", "--json")
        #expect(selector?["near"]?["radiusMeters"] == 5000)
        #expect(selector?["where"]?.array?.last == "severity = Severe")
    }

    @Test func `a bar has a line with the classes of the severities`() throws {
        let output = try daemon.run("warnings", "--format", "waybar").output
        #expect(try JSON(parsing: Array(output.utf8))["class"] == ["severe", "minor", "fresh"])
        #expect(try daemon.run("warnings", "--format", "xml").status == 64)
    }

    @Test func `a source of one place does not say that there are no warnings elsewhere`() throws {
        let runtime = #"{"health": "fresh", "records": 0, "rejected": 0, "generation": 1, "fetchedUSec": 1}"#
        func offer(_ contexts: [String]) throws {
            let sources = contexts.map {
                #"{"context": {"kind": "alert", \#($0)}, "runtime": \#(runtime)}"#
            }
            try daemon.answer("ListSources", #"{"sources": [\#(sources.joined(separator: ","))]}"#)
        }
        try daemon.answer("GetSnapshot", #"{"cursor": "a.1", "records": []}"#)
        let point = #""name": "alerts-us-point@43.65,-70.31""#
        let address = #""name": "home", "url": "https://example.org/alerts?point=43.65,-70.31""#
        for context in [point, address] {
            try offer([context])
            let here = try daemon.run("warnings", "43.655,-70.305")
            #expect(here.status == 0 && here.output.hasPrefix("no warnings"))
            let elsewhere = try daemon.run("warnings", "48.85,2.35")
            #expect(elsewhere.status == 4 && !elsewhere.output.contains("no warnings"))
            #expect(elsewhere.output.contains("unknown: warnings: the sources have those of other places"))
        }
        // The circle around a place may leave the area of each source, but not that of both.
        let maine = #""name": "me", "options": {"Source": {"Area": "42.9,-71.15,47.5,-66.8"}}"#
        let hampshire = #""name": "nh", "options": {"Source": {"Area": "42.65,-72.6,45.35,-70.5"}}"#
        for (contexts, radius, status) in [
            ([maine], "30km", 0), ([maine], "75km", 4), ([maine, hampshire], "75km", 0),
            ([maine, hampshire], "300km", 4), ([point], "1km", 0), ([point], "30km", 4),
        ] as [([String], String, Int32)] {
            try offer(contexts)
            let around = try daemon.run("warnings", "43.655,-70.305", "--radius", radius)
            #expect(around.status == status, "\(contexts) \(radius)")
        }
        // The places of a source without a point are not known.
        try offer([point, #""name": "alerts-europe@france""#])
        #expect(try daemon.run("warnings", "48.85,2.35").status == 0)
    }

    @Test(arguments: ["waybar", "i3bar"])
    func `a bar has a line also if the daemon does not answer`(format: String) throws {
        daemon.stop()
        let run = try daemon.run("warnings", "--format", format)
        #expect(run.status == 69 && run.output.contains("?") && run.output.contains("unknown"))
        #expect(run.error.contains("almanacd does not answer"))
    }

    @Test func `watch follows all alerts, near a place those whose area contains it`() throws {
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
        let running = try Running(["watch", "warnings", "--near", "43,-70", "-n", "1"], on: daemon)
        try running.turn("a subscription") { !daemon.subscribers.isEmpty }
        let asked = daemon.asked.last { $0.method == "Subscribe" }?.parameters["selector"]
        #expect(asked?["kinds"] == ["alert"] && asked?["sources"] == nil)
        #expect(asked?["near"] == ["latitude": 43, "longitude": -70, "radiusMeters": 0])
        try daemon.tell(
            """
            {"event": "removed", "cursor": "a.1", "realtimeUSec": 50527000000, "source": "alerts", "key": "flood",
             "generation": 2}
            """)
        #expect(try running.end() == 0)
    }

    @Test func `watch says which warnings may be missing`() throws {
        try daemon.answer(
            "ListSources",
            """
            {"sources": [{"context": {"name": "alerts", "kind": "alert"},
             "runtime": {"health": "stale", "records": 2, "fetchedUSec": 1}}]}
            """)
        daemon.on("GetSnapshot") { call in
            let isVague =
                call.parameters["selector"]?["where"]?.array?.first?.string?.hasPrefix("not ") ?? false
            let red: JSON = [
                "source": "alerts", "key": "red", "title": "Red wind warning",
                "data": ["phase": "in force", "zones": ["NUTS3": ["FR101"]]],
            ]
            call.reply(["cursor": "a.1", "records": .array(isVague ? [red] : [])])
        }
        daemon.on("Subscribe") { call in
            call.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0])
            call.stream(["event": "ready", "cursor": "a.0", "realtimeUSec": 0])
        }
        let running = try Running(["watch", "warnings", "--near", "43,-70"], on: daemon)
        try running.turn("what is unknown") { running.error.contains("place not compared: 1 warning") }
        #expect(running.error.contains("unknown: alerts is stale, data from 1970-01-01"))
        #expect(running.error.contains("whose areas are not known: Red wind warning"))
        let bar = try Running(
            ["watch", "warnings", "--near", "43,-70", "--format", "waybar"], on: daemon)
        try bar.turn("a bar that says so") {
            bar.output.contains(#""?""#) && bar.output.contains("place not compared")
        }
        #expect(bar.output.contains(#""unknown""#))
    }

    @Test func `watch reports a warning of two sources once`() throws {
        daemon.on("Subscribe") { $0.stream(["event": "subscribed", "cursor": "a.0", "realtimeUSec": 0]) }
        let running = try Running(
            ["watch", "warnings", "--format", "{event} {source}", "-n", "2"], on: daemon)
        try running.turn("a subscription") { !daemon.subscribers.isEmpty }
        for (number, source) in ["alerts-us@ME", "alerts-us-point@KPWM"].enumerated() {
            for (step, name) in ["first", "second"].enumerated() {
                try daemon.tell(
                    """
                    {"event": "added", "cursor": "a.\(2 * step + number + 1)", "realtimeUSec": 50527000000,
                     "source": "\(source)", "key": "\(name)", "data":
                     {"identifier": "\(name)", "sender": "s", "phase": "in force", "event": "Flood"}}
                    """)
            }
        }
        #expect(try running.end() == 0)
        #expect(running.output == "added alerts-us@ME\nadded alerts-us@ME\n")
    }
}

import Glibc
import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct MetricsCommandTests {
    private let daemon: ScriptedDaemon

    init() throws {
        daemon = try ScriptedDaemon()
        try daemon.answer(
            "ListSources",
            """
            {"sources": [
             {"context": {"name": "hospitals", "kind": "table"}, "runtime": {"health": "failing", "records": 2,
              "rejected": 1, "generation": 3,
              "failure": {"reason": "dns", "message": "no", "realtimeUSec": 1, "count": 4}}},
             {"context": {"name": "metars", "kind": "metar"}, "runtime": {"health": "fresh", "records": 2,
              "rejected": 0, "generation": 5, "fetchedUSec": 1500000}}]}
            """)
        try daemon.answer("GetStatus", #"{"version": "9", "counters": {"attempts": 8}}"#)
        try daemon.answer(
            "GetSnapshot",
            """
            {"cursor": "a.1", "records": [
             {"source": "metars", "key": "KPWM", "title": "Portland \\u001b[31m\\"Jetport\\"", "generation": 1,
              "realtimeUSec": 0, "latitude": 43.64, "longitude": -70.31, "data": {"temperature": -2}},
             {"source": "metars", "key": "KBOS", "generation": 1, "realtimeUSec": 0, "data": {"temperature": 4}}]}
            """)
    }

    private let portland = """
        weather_temperature_celsius{source="metars",location="KPWM",city="Portland \u{FFFD}[31m\\"Jetport\\"",\
        latitude="43.6400000",longitude="-70.3100000"} -2.0

        """

    @Test func `metrics prints weather, sources and the daemon in the format of node_exporter`() throws {
        let (status, output, error) = try daemon.run("metrics")
        #expect(status == 0 && error.isEmpty)
        #expect(output.hasPrefix("# HELP weather_temperature_celsius Air temperature.\n"))
        #expect(output.contains("\n# TYPE weather_temperature_celsius gauge\n" + portland))
        let labels = #"{source="hospitals",kind="table""#
        #expect(output.contains("\nalmanac_source_consecutive_failures\(labels)} 4\n"))
        #expect(
            output.contains("\nalmanac_source_health\(labels),almanac_source_health=\"failing\"} 1\n"))
        #expect(output.contains("\n# TYPE almanac_attempts_total counter\nalmanac_attempts_total 8\n"))
        #expect(!output.contains("# UNIT") && !output.contains("stateset") && !output.contains("EOF"))
    }

    @Test func `metrics --format openmetrics prints OpenMetrics`() throws {
        let output = try daemon.run("metrics", "--format", "openmetrics").output
        #expect(output.hasPrefix("# TYPE weather_temperature_celsius gauge\n"))
        #expect(output.contains("\n# UNIT weather_temperature_celsius celsius\n"))
        #expect(output.hasSuffix("\n# EOF\n"))
    }

    @Test func `metrics reads only the records of weather that the patterns select`() throws {
        let output = try daemon.run("metrics", "metar*/KP*", "hospitals").output
        #expect(output.contains(portland) && !output.contains("KBOS"))
        let selector = daemon.asked.first { $0.method == "GetSnapshot" }?.parameters["selector"]
        #expect(selector?["kinds"] == ["forecast", "metar", "report"])
        #expect(selector?["sources"] == ["metar*", "hospitals"])
    }

    @Test func `metrics without a source of weather asks for no records`() throws {
        try daemon.answer("ListSources", #"{"sources": []}"#)
        let (status, output, _) = try daemon.run("metrics")
        #expect(status == 0 && output.contains("almanac_info{version=\"9\"} 1\n"))
        #expect(!daemon.asked.contains { $0.method == "GetSnapshot" })
    }

    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fwrite(Array(text.utf8), 1, text.utf8.count, file)
        fclose(file)
    }

    /// Sends calls to `metrics --format varlink` and returns its replies.
    private func replies(to calls: [String]) throws -> [JSON] {
        let input = daemon.directory + "/calls"
        try write(calls.map { $0 + "\0" }.joined(), to: input)
        let running = try Running(["metrics", "--format", "varlink"], on: daemon, input: input)
        #expect(try running.end() == 0)
        return try running.output.utf8.split(separator: 0).map { try JSON(parsing: Array($0)) }
    }

    @Test func `metrics --format varlink answers as systemd-report expects`() throws {
        let found = try replies(to: [#"{"method":"io.systemd.Metrics.List","more":true}"#])
        #expect(found.dropLast().allSatisfy { $0["continues"] == true })
        #expect(found.last?["continues"] == nil)
        let values = found.compactMap { $0["parameters"] }
        #expect(
            values.first { $0["name"] == "io.almanac.source_records" } == [
                "name": "io.almanac.source_records", "value": 2, "object": "hospitals",
                "fields": ["kind": "table"],
            ])
        #expect(values.contains { $0["value"] == "failing" && $0["object"] == "hospitals" })
        let families = try replies(to: [#"{"method":"io.systemd.Metrics.Describe","more":true}"#])
        #expect(families.contains { $0["parameters"]?["type"] == "counter" })
    }

    @Test func `metrics --format varlink describes itself and refuses what it does not know`() throws {
        let found = try replies(to: [
            #"{"method":"org.varlink.service.GetInfo"}"#,
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"io.systemd.Metrics"}}"#,
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#,
            #"{"method":"io.systemd.Metrics.List"}"#, #"{"method":"io.systemd.Metrics.Other","more":true}"#,
            #"{"method":"io.systemd.Metrics.List","more":false,"oneway":true}"#,
        ])
        #expect(found.count == 5)
        #expect(found[0]["parameters"]?["interfaces"]?.array?.contains("io.systemd.Metrics") == true)
        #expect(found[1]["parameters"]?["description"]?.string?.contains("method List() -> (") == true)
        #expect(
            found[2...].map { $0["error"]?.string?.split(separator: ".").last } == [
                "InterfaceNotFound", "ExpectedMore", "MethodNotFound",
            ])
    }

    @Test func `metrics --format varlink ends with a complaint about input that is no call`() throws {
        let input = daemon.directory + "/calls"
        for text in ["{\u{0}", String(repeating: "x", count: 70_000)] {
            try write(text, to: input)
            let running = try Running(["metrics", "--format", "varlink"], on: daemon, input: input)
            #expect(try running.end() == 64)
            #expect(running.error.contains("a call cannot be read"))
        }
    }

    @Test func `metrics prints nothing if a pattern matches no source or the daemon does not answer`() throws
    {
        let missing = try daemon.run("metrics", "tides")
        #expect(missing.status == 1 && missing.output.isEmpty)
        #expect(missing.error.contains("no source \"tides\""))
        daemon.stop()
        let unanswered = try daemon.run("metrics")
        #expect(unanswered.status == 69 && unanswered.output.isEmpty)
    }
}

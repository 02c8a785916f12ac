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

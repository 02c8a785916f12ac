import AlmanacValues
import Records
import Showing
import Testing

@Suite struct MetricsTests {
    private let status = Status(
        Samples.json(
            """
            {"version": "0.1.0", "startedUSec": \(Samples.at(8, 0)), "sources": 5, "records": 86667,
             "subscribers": 3, "counters": {"attempts": 812, "notModified": 640, "bytes": 7340032, "failed": 3,
             "failed.timeout": 2, "failed.newReason": 1, "longestTurnUSec": 30250, "tidesRead": 7}}
            """))

    private let toronto = Samples.source(
        #"{"name": "forecast@toronto", "kind": "forecast", "title": "Toronto"}"#,
        #"{"health": "fresh", "records": 1, "rejected": 0, "generation": 2}"#)

    private let outlook = Samples.item(
        """
        {"source": "forecast@toronto", "key": "43.7046,-79.4046", "generation": 2, "realtimeUSec": 0,
         "latitude": 43.70455, "longitude": -79.404625, "data": {"hourly": [{"temperature": 40}],
         "current": {"time": "2026-03-06T02:00:00Z", "temperature": 0.33, "apparentTemperature": -5.28,
         "cloudCover": 75, "pressure": 1013.4, "relativeHumidity": 55, "wind": {"speed": 11.47, "gust": 28.94}}}}
        """)

    private func parsed(_ metrics: Metrics) -> MetricsText {
        let text = MetricsText(metrics.text(.openMetrics))
        #expect(text.mistakes.isEmpty)
        return text
    }

    /// Returns the metrics of one METAR record with these data.
    private func report(_ data: String, title: String = "", key: String = "KPWM") -> MetricsText {
        let item: JSON = [
            "source": "metar@KPWM", "key": .string(key), "title": .string(title), "data": Samples.json(data),
        ]
        return parsed(Metrics(sources: [Samples.portland], at: Golden.now, items: [Item(item)!]))
    }

    @Test(arguments: MetricsFormat.allCases)
    func `sources, weather and daemon are metrics in both formats`(_ format: MetricsFormat) throws {
        let metrics = Metrics(
            sources: Samples.all + [toronto], at: Golden.now,
            items: [Samples.report, Samples.hospital, outlook],
            status: status)
        try Golden.compare(metrics.text(format), "metrics.\(format.rawValue)", #_sourceLocation)
        _ = parsed(metrics)
    }

    @Test func `sources without data and failures of the daemon are counted`() {
        let full = Status(["failures": [["message": "the disk is full", "sinceUSec": 1]], "counters": [:]])
        let text = Metrics(sources: Samples.all, at: Golden.now, status: full).text(.prometheus)
        #expect(text.contains("\nalmanac_sources_without_data 1\n"))
        #expect(text.contains("\nalmanac_daemon_failures 1\n"))
        #expect(
            text.contains("source=\"metar@EGLL\",kind=\"metar\",almanac_source_standing=\"waiting\"} 1\n"))
    }

    @Test func `the remarks on a document are counted`() {
        let feed = Samples.source(
            #"{"name": "feed@cut", "kind": "feed"}"#,
            #"{"health": "fresh", "records": 1, "notes": ["the document is cut off", "another"]}"#)
        let text = Metrics(sources: [feed], at: Golden.now).text(.prometheus)
        #expect(text.contains("\nalmanac_source_remarks{source=\"feed@cut\",kind=\"feed\"} 2\n"))
    }

    @Test func `the formats have their content types`() {
        #expect(
            MetricsFormat.openMetrics.contentType
                == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        #expect(MetricsFormat.prometheus.contentType == "text/plain; version=0.0.4; charset=utf-8")
    }

    @Test func `nothing at all is a valid text`() {
        let metrics = Metrics(sources: [], at: Golden.now)
        #expect(metrics.text(.openMetrics) == "# EOF\n" && metrics.text(.prometheus).isEmpty)
    }

    @Test func `quotes, backslashes and line feeds in labels are escaped, control characters replaced`() {
        let text = report(#"{"temperature": 1}"#, title: "a\"b\\c\nd\re\u{1B}[31m\0\u{85}f", key: "X\\")
        let replaced = "d\u{FFFD}e\u{FFFD}[31m\u{FFFD}\u{FFFD}f"
        let labels = #"{source="metar@KPWM",location="X\\",city="a\"b\\c\n"# + replaced + #""}"#
        #expect(text.samples["weather_temperature_celsius\(labels)"] == "1.0")
    }

    @Test func `a member that the schema shows as a metric is one, in the base unit`() {
        let text = report(#"{"remarks": {"snowDepth": 30, "seaLevelPressure": 1013.25}}"#)
        let labels = #"{source="metar@KPWM",location="KPWM"}"#
        #expect(text.samples["weather_snow_depth_meters\(labels)"] == "0.3")
        #expect(text.samples["weather_sea_level_pressure_pascals\(labels)"] == "101325.0")
    }

    @Test func `missing values, wrong types and numbers that are not finite are left out`() {
        let data = """
            {"temperature": null, "dewPoint": "5", "visibility": 1e999, "wind": {"direction": 10},
             "altimeter": -1e999, "flightRules": "XFR", "time": "soon"}
            """
        let text = report(data)
        let labels = #"source="metar@KPWM",location="KPWM""#
        #expect(
            text.samples.filter { $0.key.hasPrefix("weather_") && $0.value != "0" }.keys.sorted()
                == [
                    #"weather_flight_rules{\#(labels),weather_flight_rules="unknown"}"#,
                    #"weather_unknown{\#(labels),weather_unknown="time"}"#,
                    "weather_wind_direction_degrees{\(labels)}",
                ])
    }

    @Test func `no sample says VFR or MVFR when a part of the category is unknown`() {
        func states(_ data: String) -> [String] {
            let names = report(data).samples.filter { $0.value == "1" }.keys.filter {
                $0.hasPrefix("weather_")
            }
            return names.compactMap { $0.split(separator: "\"").dropLast().last.map(String.init) }.sorted()
        }
        let time = #""time": "2026-11-20T13:51:00Z""#
        #expect(
            states(#"{\#(time), "visibility": 16093, "unknown": ["ceiling"]}"#) == ["ceiling", "unknown"])
        #expect(
            states(#"{\#(time), "flightRules": "VFR", "unknown": ["visibility"]}"#) == [
                "unknown", "visibility",
            ])
        let worse = #""flightRules": "IFR", "flightRulesOrWorse": true, "unknown": ["ceiling"]"#
        #expect(states("{\(time), \(worse)}") == ["IFR", "ceiling", "unknown"])
        #expect(states(#"{\#(time), "flightRules": "LIFR", "unknown": ["ceiling"]}"#) == ["LIFR", "ceiling"])
    }

    @Test(arguments: [
        ("2026-11-20T11:06:00Z", "unknown"), ("2026-11-20T11:08:00Z", "VFR"),
        ("2026-11-20T15:08:00Z", "unknown"),
    ])
    func `the flight rules of a report that is old or from the future are unknown`(
        time: String, state: String
    ) {
        let text = report(#"{"time": "\#(time)", "flightRules": "VFR", "temperature": 5}"#)
        let states = text.samples.filter { $0.key.hasPrefix("weather_flight_rules") && $0.value == "1" }
        #expect(states.count == 1 && states.keys.first?.contains("=\"\(state)\"}") == true)
        #expect(text.samples.keys.contains { $0.hasPrefix("weather_temperature_celsius") })
    }

    @Test func `huge and tiny numbers are valid`() {
        let text = report(#"{"temperature": 1e307, "dewPoint": 0.0000001, "visibility": -0.0}"#)
        let states = ["weather_flight_rules", "weather_unknown"]
        let values = text.samples.filter { sample in
            sample.key.hasPrefix("weather_") && !states.contains { sample.key.hasPrefix($0) }
        }.values.sorted()
        #expect(values == ["0.0", "0.0", "1e+307"])
    }

    @Test func `the flight rules are a set of states, of which one holds`() {
        let text = report(#"{"flightRules": "IFR"}"#)
        #expect(text.types["weather_flight_rules"] == "stateset")
        let states = text.samples.filter { $0.key.hasPrefix("weather_flight_rules") }
        #expect(states.count == 5 && states.filter { $0.value == "1" }.map(\.key).first!.contains(#"="IFR""#))
    }

    @Test func `a record that occurs twice has one sample`() {
        let metrics = Metrics(
            sources: [Samples.portland], at: Golden.now, items: [Samples.report, Samples.report])
        #expect(parsed(metrics).samples.keys.filter { $0.hasPrefix("weather_temp") }.count == 1)
    }

    @Test func `a counter with the name of another metric is left out`() {
        let status = Status(["counters": ["sourceGeneration": 1, "a.b": 2, "aB": 3, "é": 4]])
        let text = parsed(Metrics(sources: [Samples.portland], at: Golden.now, status: status))
        #expect(text.samples["almanac_a_b_total"] == "2" && text.samples["almanac____total"] == "4")
        #expect(text.samples["almanac_source_generation_total"] == nil)
    }

    @Test func `reported values have an object, fields, and the current one of several states`() throws {
        let metrics = Metrics(
            sources: [Samples.portland], at: Golden.now, items: [Samples.report], status: status)
        let values = metrics.reportedValues
        let named = { (name: String) in values.filter { $0["name"] == .string("io.almanac.\(name)") } }
        #expect(
            named("source_health") == [
                [
                    "name": "io.almanac.source_health", "value": "fresh", "object": "metar@KPWM",
                    "fields": ["kind": "metar"],
                ]
            ])
        #expect(named("failed_total").first { $0["fields"]?["reason"] == "timeout" }?["value"]?.int == 2)
        #expect(named("info").map { $0["fields"]?["version"] } == ["0.1.0"])
        let temperature = try #require(named("weather_temperature_celsius").first)
        #expect(temperature["object"] == "metar@KPWM" && temperature["fields"]?["location"] == "KPWM")
        #expect(temperature["value"]?.double != nil)
        #expect(named("weather_flight_rules").count == 1)
    }

    @Test func `every reported value has a description with its type`() throws {
        let metrics = Metrics(
            sources: [Samples.portland], at: Golden.now, items: [Samples.report], status: status)
        let families = metrics.reportedFamilies
        let types = Dictionary(
            uniqueKeysWithValues: families.map { ($0["name"]?.string, $0["type"]?.string) })
        #expect(metrics.reportedValues.allSatisfy { types[$0["name"]?.string] != nil })
        #expect(types["io.almanac.source_health"] == "string")
        #expect(types["io.almanac.attempts_total"] == "counter")
        #expect(types["io.almanac.sources"] == "gauge")
        #expect(families.allSatisfy { $0["description"]?.string?.hasSuffix(".") == true })
    }

    @Test func `a counter whose name is no name of a field is not reported`() {
        let metrics = Metrics(
            sources: [], at: Golden.now, status: Status(["counters": ["é": 4, "aB": 3, "9": 1]]))
        let names = metrics.reportedValues.compactMap { $0["name"]?.string }
        #expect(names.contains("io.almanac.a_b_total"))
        #expect(names.allSatisfy { !$0.contains("__") && !$0.hasPrefix("io.almanac.9") })
    }

    @Test func `moments are exact to the microsecond`() {
        let source = Samples.source(
            #"{"name": "x"}"#,
            #"{"health": "fresh", "fetchedUSec": 1795183620000042, "changedUSec": -1500000}"#)
        let text = parsed(Metrics(sources: [source], at: Golden.now))
        #expect(
            text.samples[#"almanac_source_fetched_timestamp_seconds{source="x"}"#] == "1795183620.000042")
        #expect(text.samples[#"almanac_source_changed_timestamp_seconds{source="x"}"#] == "-1.500000")
    }

    @Test func `a complete page of Kind=report has the metrics of its conditions`() {
        let source = Samples.source(
            #"{"name": "report@kpwm", "kind": "report"}"#, #"{"health": "fresh", "records": 1}"#)
        let item = Samples.item(
            """
            {"source": "report@kpwm", "key": "kpwm", "data": {"conditions": {"tempC": 7, "flightRules": "ifr",
             "wind": {"speedKts": 36}, "dateIssued": "2026-11-20T13:51:00Z"}}}
            """)
        let text = parsed(Metrics(sources: [source], at: Golden.now, items: [item]))
        let labels = #"{source="report@kpwm",location="kpwm"}"#
        #expect(text.samples["weather_wind_speed_meters_per_second\(labels)"] == "18.52")
        #expect(text.samples["weather_observation_timestamp_seconds\(labels)"] == "1795182660")
    }
}

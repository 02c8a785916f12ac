import Records
import Testing
import Weather

/// All reports of the corpus, compared with the votes of up to six decoders.
@Suite struct WeatherMETARCorpusTests {
    static let reference = UTC(iso8601: "2020-05-02T00:40:00Z")!

    /// Returns the members of a record that the oracles have as well, by their names.
    private static func fields(of metar: METAR, _ data: JSON) -> [String: JSON] {
        var fields: [String: JSON] = [:]
        let time = metar.time?.fields
        fields["station"] = data["station"]
        fields["type"] = data["type"]
        (fields["day"], fields["hour"], fields["minute"]) = (
            time.map { .int($0.day) }, time.map { .int($0.hour) }, time.map { .int($0.minute) }
        )
        windFields(data, into: &fields)
        (fields["vis_m"], fields["cavok"]) = (data["visibility"], data["cavok"])
        fields["vis_mod"] = data["visibilityQualifier"].map { $0 == "more" ? "P" : "M" }
        fields["min_vis"] = data["minimumVisibility"].map {
            .array([$0["visibility"] ?? .null, $0["direction"] ?? .null])
        }
        (fields["temp_c"], fields["dew_c"]) = (data["temperature"], data["dewPoint"])
        (fields["alt_hpa"], fields["category"]) = (data["altimeter"], data["flightRules"])
        fields["alt_inhg"] = metar.inches.map(JSON.double)
        (fields["clear"], fields["ceiling_ft"]) = (data["sky"], data["ceiling"])
        (fields["wx"], fields["recent"]) = (sorted(data["weather"]), data["recentWeather"])
        fields["ws"] = data["windShear"]
        (fields["auto"], fields["cor"], fields["nil"]) = (data["auto"], data["corrected"], data["nil"])
        fields["trend"] = metar.trendText.map { .array([.string($0)]) }
        fields["clouds_typed"] = data["clouds"]?.array.map { layers in
            .array(layers.map { .array([$0["cover"] ?? .null, $0["base"] ?? .null, $0["type"] ?? .null]) })
        }
        let ranges = metar.runwayVisualRanges.compactMap(rvr)
        if !ranges.isEmpty { fields["rvr"] = .array(ranges) }
        remarkFields(data["remarks"], into: &fields)
        return fields
    }

    private static func windFields(_ data: JSON, into fields: inout [String: JSON]) {
        guard let wind = data["wind"] else { return }
        let isCalm = wind["speed"]?.double == 0
        fields["wind_dir"] = wind["variable"] == true ? "VRB" : isCalm ? 0 : wind["direction"]
        (fields["wind_kt"], fields["gust_kt"]) = (wind["speed"], wind["gust"])
        if let from = wind["from"], let to = wind["to"] { fields["wvar"] = .array([from, to]) }
    }

    private static func remarkFields(_ remarks: JSON?, into fields: inout [String: JSON]) {
        (fields["slp_hpa"], fields["t_temp"], fields["t_dew"]) = (
            remarks?["seaLevelPressure"], remarks?["temperature"], remarks?["dewPoint"]
        )
        fields["ptend"] = remarks?["pressureTendency"].map {
            let change = $0["change"]?.double ?? 0
            return .array([$0["character"] ?? .null, .double(abs(change))])
        }
        fields["pk_wnd"] = remarks?["peakWind"].map { peak in
            let time = peak["time"]?.string.flatMap { UTC(iso8601: $0) }?.fields
            let hour: JSON? =
                (remarks?["text"]?.string ?? "").contains(#/PK WND \d+\/\d{4}/#)
                ? time.map { .int($0.hour) } : nil
            return .array(
                [peak["direction"], peak["speed"], hour, time.map { .int($0.minute) }].compactMap { $0 })
        }
    }

    /// Returns a list in sorted order, since the oracles' votes have none.
    private static func sorted(_ list: JSON?) -> JSON? {
        list.map { .array(($0.array ?? []).compactMap(\.string).sorted().map(JSON.string)) }
    }

    private static func number(_ value: JSON) -> JSON {
        value.string.flatMap { Int($0) }.map(JSON.int) ?? value
    }

    /// Returns the runway and both limits as reported; the oracles ignore a group without a value.
    private static func rvr(_ range: RunwayVisualRange) -> JSON? {
        guard let low = range.low else { return nil }
        return .array([
            .string(range.runway.description), .int(low.reported),
            range.high.map { .int($0.reported) } ?? .null,
        ])
    }

    /// Returns an expected value in our notation.
    private static func expected(_ field: String, _ value: JSON?) -> JSON {
        guard let value else { return .null }
        switch field {
        case "recent": return .array((value.array ?? []).map { .string($0.string ?? "") })
        case "trend":
            return .array([.string((value.array ?? []).compactMap(\.string).joined(separator: " "))])
        case "wx": return sorted(value) ?? .null
        case "pk_wnd":
            // The oracles copy the hour or omit it; ours is derived from the time of the report.
            return .array((value.array ?? []).filter { !$0.isNull }.map { number($0) })
        case "ptend": return .array((value.array ?? []).map { $0.double.map { .double(abs($0)) } ?? $0 })
        default: return value
        }
    }

    static let names = [
        "station", "type", "day", "hour", "minute", "wind_dir", "wind_kt", "gust_kt", "wvar", "vis_m",
        "vis_mod",
        "min_vis", "cavok", "rvr", "wx", "clouds_typed", "ceiling_ft", "clear", "temp_c", "dew_c", "alt_hpa",
        "alt_inhg", "category", "auto", "cor", "nil", "recent", "ws", "trend", "slp_hpa", "t_temp", "t_dew",
        "pk_wnd", "ptend",
    ]

    /// Compares every field of every report.
    static func agreement() throws -> WeatherAgreement {
        var agreement = WeatherAgreement()
        for object in try WeatherCorpus.objects("weather-metar.jsonl") {
            let raw = object["raw"]?.string ?? ""
            let reference = object["ref"]?.string.flatMap { UTC(iso8601: $0) } ?? Self.reference
            let clock = ReportClock(reference: reference)
            let metar = try METAR(raw, clock: clock)
            let data = try JSON(parsing: metar.record(clock: clock).data)
            let ours = fields(of: metar, data)
            for name in names {
                let status = object["status"]?[name]?.string
                guard status != "disputed", status != "single" else { continue }
                let wanted = expected(name, object["expect"]?[name] ?? (name == "type" ? "METAR" : nil))
                agreement.compare(
                    name, raw: raw, status == nil ? .agreed : .majority, wanted, ours[name] ?? .null)
            }
        }
        return agreement
    }

    @Test func `every field of every report agrees with the oracles, except for those listed`() throws {
        let agreement = try Self.agreement()
        print(agreement.table)
        let listed = Set(
            try WeatherCorpus.rows("weather-metar-disagreements.tsv").map { $0[0] + "\t" + $0[1] })
        let found = agreement.disagreements.map { $0.field + "\t" + $0.raw }
        for entry in agreement.disagreements where !listed.contains(entry.field + "\t" + entry.raw) {
            Issue.record("\(entry.field): \(entry.raw)\n  expected \(entry.expected), ours \(entry.ours)")
        }
        #expect(Set(found) == listed)
        #expect(agreement.share(.agreed) >= 0.999)
        #expect(agreement.share(.majority) >= 0.98)
        for field in agreement.fields {
            // The oracles count an unknown sky as a clear one.
            #expect(agreement.share(of: field) >= (field == "category" ? 0.98 : 0.99), "\(field)")
        }
    }
}

extension METAR {
    /// The altimeter setting in inches, if reported so.
    fileprivate var inches: Double? {
        [pressure, otherPressure].compactMap { $0 }.first { $0.unit == .inches }?.reported
    }
}

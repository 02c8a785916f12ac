import Records
import Testing
import Weather

/// Every report of the corpus with one word replaced by one that no decoder understands.
@Suite struct WeatherReplacedWordTests {
    private static let strange = "QXZQX"

    /// Returns the report with each word up to the remarks replaced in turn.
    private static func altered(_ raw: String) -> [String] {
        let words = raw.split(separator: " ").map(String.init)
        let end = words.firstIndex(of: "RMK").map { $0 + 1 } ?? words.count
        return (0..<end).map { index in
            var words = words
            words[index] = strange
            return words.joined(separator: " ")
        }
    }

    /// The rank of a category, from LIFR; `nil` if it is absent or may be worse.
    private static func rank(_ data: JSON?, _ rules: String) -> Int? {
        guard data?[rules + "OrWorse"] == nil, let name = data?[rules]?.string else { return nil }
        return ["LIFR", "IFR", "MVFR", "VFR"].firstIndex(of: name)
    }

    /// Whether a category is better than another one; an absent one is not, and nothing but LIFR and IFR
    /// replaces an absent one.
    private static func isBetter(_ after: JSON?, than before: JSON?, _ rules: String) -> Bool {
        guard let after = rank(after, rules) else { return false }
        return after > rank(before, rules) ?? 1
    }

    private static func data(_ metar: METAR, _ clock: ReportClock) throws -> JSON {
        try JSON(parsing: metar.record(clock: clock).data)
    }

    /// The thunderstorms and CB of conditions.
    private static func storms(_ data: JSON?) -> [String] {
        let weather = (data?["weather"]?.array ?? []).compactMap(\.string).filter { $0.contains("TS") }
        return weather
            + (data?["clouds"]?.array ?? []).compactMap { $0["type"]?.string }.filter { $0 == "CB" }
    }

    /// Returns a reason why the altered report looks better than the original one; `nil` if it does not.
    private static func fault(_ before: JSON, _ after: JSON, altered raw: String) -> String? {
        if isBetter(after, than: before, "flightRules") { return "better category" }
        let observed = raw.split(separator: " ").prefix { !ends.contains(String($0)) }
        let left = storms(after) + (after["unparsed"]?.array ?? []).compactMap(\.string)
        let lost = storms(before).filter { storm in
            observed.contains { $0 == storm || storm == "CB" && $0.count > 4 && $0.hasSuffix(storm) }
                && !left.contains { $0.contains(storm) }
        }
        return lost.isEmpty ? nil : "hidden \(lost)"
    }

    /// The words that end the observation; one report has no space before its RMK.
    private static let ends: Set = [
        "RMK", "TEMPO", "BECMG", "INTER", "PROB30", "PROB40", "NOSIG", "Q1009RMK",
    ]

    @Test func `no replaced word improves a METAR or hides a thunderstorm`() throws {
        for object in try WeatherCorpus.objects("weather-metar.jsonl") {
            let raw = object["raw"]?.string ?? ""
            let clock = ReportClock(
                reference: object["ref"]?.string.flatMap { UTC(iso8601: $0) }
                    ?? WeatherMETARCorpusTests.reference)
            let before = try Self.data(METAR(raw, clock: clock), clock)
            for altered in Self.altered(raw) {
                guard let metar = try? METAR(altered, clock: clock) else { continue }
                if let fault = Self.fault(before, try Self.data(metar, clock), altered: altered) {
                    Issue.record("\(fault): \(altered)")
                }
            }
        }
    }

    @Test(arguments: [
        "10SM SCT030", "CAVOK", "9999 SCT030 BKN045", "3SM BR CLR", "1SM BR OVC008", "0500 FG VV001",
    ])
    func `a replaced word before the temperature makes the category unknown`(groups: String) throws {
        let clock = ReportClock(reference: Self.noon)
        for altered in Self.altered("AUTO 27005KT \(groups)") {
            let raw = "EGLL 151150Z \(altered) 10/08 Q1013"
            let category = try METAR(raw, clock: clock).conditions.flightCategory
            #expect(category == nil || category?.rules ?? .visual <= .instrument, "\(raw)")
        }
        let late = try METAR("EGLL 151150Z AUTO 27005KT \(groups) 10/08 \(Self.strange) Q1013", clock: clock)
        let whole = try METAR("EGLL 151150Z AUTO 27005KT \(groups) 10/08 Q1013", clock: clock)
        #expect(late.conditions == whole.conditions)
    }

    private static let noon = UTC(iso8601: "2022-08-15T12:00:00Z")!

    private static func period(_ data: JSON, at moment: String) -> JSON? {
        data["timeline"]?.array?.first {
            ($0["from"]?.string ?? "") <= moment && moment < $0["until"]?.string ?? ""
        }
    }

    @Test func `no replaced word improves a period of a TAF or hides a thunderstorm`() throws {
        let clock = ReportClock(reference: Self.noon)
        for object in try WeatherCorpus.objects("weather-taf.jsonl") {
            let raw = object["raw"]?.string ?? ""
            let before = try JSON(parsing: TAF(raw, clock: clock).record().data)
            for altered in Self.altered(raw) {
                guard let taf = try? TAF(altered, clock: clock) else { continue }
                let after = try JSON(parsing: taf.record().data)
                for fault in Self.faults(before, after, altered: altered) {
                    Issue.record("\(fault): \(altered)")
                }
            }
        }
    }

    private static func faults(_ before: JSON, _ after: JSON, altered: String) -> [String] {
        let starts = [before, after].flatMap { $0["timeline"]?.array ?? [] }.compactMap { $0["from"]?.string }
        return Set(starts).sorted().compactMap { moment in
            guard let old = period(before, at: moment), let new = period(after, at: moment) else {
                return nil
            }
            if isBetter(new, than: old, "worstFlightRules") { return "better worst rules at \(moment)" }
            return isBetter(new, than: old, "flightRules") ? "better category at \(moment)" : nil
        }
    }
}

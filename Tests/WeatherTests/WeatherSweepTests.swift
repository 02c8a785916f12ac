import Records
import Testing
import Weather

/// Generated reports: none says a better category than the truth, however a group is mistyped.
@Suite struct WeatherSweepTests {
    private static let clock = ReportClock(reference: UTC(iso8601: "2026-11-28T16:00:00Z")!)

    private static func periods(_ text: String) throws -> [JSON] {
        let taf = try TAF("TAF EGLL 281100Z 2812/2918 18010KT " + text, clock: clock)
        return try JSON(parsing: taf.record().data)["timeline"]?.array ?? []
    }

    private static func isGood(_ rules: JSON?) -> Bool { rules == "VFR" || rules == "MVFR" }

    @Test(arguments: WeatherSweep.changes)
    func `a change to low cloud is in the timeline whatever the form of its period`(change: String) throws {
        for period in WeatherSweep.periods {
            for gap in [" ", ""] where !(gap.isEmpty && period.isEmpty) {
                let text = "9999 SCT030 \(change)\(gap)\(period) 0500 FG VV001"
                let worst = try Self.periods(text).map { $0["worstFlightRules"] }
                #expect(worst.contains("LIFR"), "\(text)")
            }
        }
    }

    @Test(arguments: WeatherSweep.starts)
    func `a FM with low cloud is in the timeline whatever the form of its time`(start: String) throws {
        let worst = try Self.periods("9999 SCT030 \(start) 20010KT 0500 FG VV001").map {
            $0["worstFlightRules"]
        }
        #expect(!worst.allSatisfy(Self.isGood), "\(start): \(worst)")
    }

    @Test(arguments: WeatherSweep.starts.filter { $0 != "FM281600" })
    func `a FM to clear sky without a readable time does not end low cloud`(start: String) throws {
        let all = try Self.periods("0500 FG VV001 \(start) 20010KT CAVOK")
        #expect(all.first?["flightRules"] == "LIFR", "\(start)")
        #expect(all.first?["worstFlightRules"] == "LIFR", "\(start)")
    }

    @Test(arguments: WeatherSweep.skies)
    func `a sky that is not known permits neither VFR nor MVFR`(sky: String) throws {
        for rest in ["9999 \(sky)", "6000 BR \(sky)", "10SM \(sky)"] {
            let metar = try METAR("EGLL 281550Z 27005KT \(rest) 10/08 Q1013", clock: Self.clock)
            let data = try JSON(parsing: metar.record(clock: Self.clock).data)
            #expect(!Self.isGood(data["flightRules"]), "\(rest)")
            #expect(data["unknown"]?.array?.contains("ceiling") == true, "\(rest)")
            for period in try Self.periods("\(rest) TEMPO 2818/2820 8000 RA") {
                #expect(!Self.isGood(period["flightRules"]), "\(rest)")
                #expect(!Self.isGood(period["worstFlightRules"]), "\(rest)")
            }
        }
    }

    @Test(arguments: WeatherSweep.skies.filter { !$0.isEmpty })
    func `a layer that is not known beside a known one permits neither VFR nor MVFR`(sky: String) throws {
        for rest in ["9999 FEW030 \(sky)", "9999 \(sky) BKN020"] {
            let metar = try METAR("EGLL 281550Z 27005KT \(rest) 10/08 Q1013", clock: Self.clock)
            let data = try JSON(parsing: metar.record(clock: Self.clock).data)
            #expect(!Self.isGood(data["flightRules"]), "\(rest)")
        }
    }

    @Test(arguments: WeatherSweep.trends)
    func `a trend is never observed whatever the form of its word and period`(trend: String) throws {
        for period in WeatherSweep.trendPeriods where period.isEmpty || !trend.hasPrefix("FM") {
            for (observed, expected, rules) in [
                ("9999 FEW030", "0500 FG BKN001", "VFR"), ("0500 FG VV001", "CAVOK", "LIFR"),
            ] {
                let raw = "EGLL 281550Z 27005KT \(observed) 10/05 Q1013 \(trend) \(period) \(expected)"
                let metar = try METAR(raw, clock: Self.clock)
                let data = try JSON(parsing: metar.record(clock: Self.clock).data)
                #expect(data["flightRules"]?.string == rules, "\(raw)")
                #expect(
                    data["trend"]?.array?.last?["visibility"] == (rules == "VFR" ? 500 : 10_000), "\(raw)")
            }
        }
    }
}

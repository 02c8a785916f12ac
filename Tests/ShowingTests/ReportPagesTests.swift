import AlmanacValues
import Records
import Showing
import Testing

/// Values of weather reports and forecasts that are rare, or dangerous if shown without their qualifiers.
@Suite struct ReportPagesTests {
    private static func report(_ members: String, units: Units = .aviation) -> String {
        let item = Samples.item(
            """
            {"source": "metar@EFHK", "key": "EFHK", "generation": 1, "realtimeUSec": \(Samples.at(13, 53)),
             "data": {"station": "EFHK", "type": "METAR", "raw": "EFHK 201350Z", \(members)}}
            """)
        return Paper(width: 160, units: units, now: Golden.now).text(ReportPage(item))
    }

    private static let ranges = """
        "visibility": 300, "reported": {"visibility": {"unit": "m", "value": 300}, "runwayVisualRange": {
         "04R": {"low": 1500, "unit": "m"}, "15": {"high": 6000, "low": 2600, "unit": "ft"},
         "22L": {"high": 300, "low": 50, "unit": "m"}}},
        "runwayVisualRange": {"04L": {}, "04R": {"low": 1500, "lowQualifier": "more", "tendency": "none"},
         "15": {"high": 1828.8, "highQualifier": "more", "low": 792.48, "tendency": "up"},
         "22L": {"high": 300, "low": 50, "lowQualifier": "less", "tendency": "down"}}
        """

    @Test func `a runway visual range has its qualifiers, its tendency and the unit of the report`() {
        let text = Self.report(Self.ranges)
        #expect(text.contains("04R: more than 1500 m, no change\n"), "\(text)")
        #expect(text.contains("15: 2600 ft to more than 6000 ft, rising\n"))
        #expect(text.contains("22L: less than 50 m to 300 m, falling\n"))
        #expect(!text.contains("04L"))
    }

    @Test func `a runway visual range follows the user's units`() {
        #expect(Self.report(Self.ranges, units: .metric).contains("15: 792 m to more than 1829 m, rising\n"))
        #expect(
            Self.report(Self.ranges, units: .imperial).contains("22L: less than 160 ft to 980 ft, falling\n"))
    }

    @Test func `a runway visual range without a unit has that of the visibility`() {
        let ranges = #""visibility": 804.672, "runwayVisualRange": {"11": {"low": 914.4}}"#
        #expect(Self.report(ranges).contains("11: 3000 ft\n"))
        let metric = #""visibility": 800, "runwayVisualRange": {"11": {"low": 900}}"#
        #expect(Self.report(metric).contains("11: 900 m\n"))
    }

    @Test func `a minimum visibility has its direction`() {
        let text = Self.report(
            #""visibility": 10000, "visibilityQualifier": "more", "minimumVisibility": {"direction": "SW", "#
                + #""visibility": 3000}"#)
        #expect(text.contains("10 km or more, 3000 m to the south-west\n"), "\(text)")
        let alone = Self.report(#""visibility": 1200, "minimumVisibility": {"visibility": 600}"#)
        #expect(alone.contains("1200 m, minimum 600 m\n"))
        #expect(
            Self.report(#""visibility": 1200, "visibilityDirection": "N""#).contains("1200 m to the north\n"))
    }

    @Test func `a remark that the schema shows as a row has one, in the user's unit`() {
        let snow = #""remarks": {"snowDepth": 30.48}"#
        #expect(Self.report(snow).contains("Snow depth  30.5 cm\n"), "\(Self.report(snow))")
        #expect(Self.report(snow, units: .imperial).contains("Snow depth  12 in\n"))
        #expect(!Self.report(#""remarks": {"snowDepth": "deep"}"#).contains("Snow depth"))
    }

    @Test func `remarks that carry safety have rows`() {
        let text = Self.report(
            """
            "reported": {"visibility": {"unit": "SM", "value": 10}}, "remarks": {
             "tornadic": ["FUNNEL CLOUD 6 NE"], "lightning": ["LTG DSNT S-W", "OCNL LTGCG VC N W"],
             "thunderstorms": ["TS OHD MOV E"], "significantClouds": ["CB DSNT W"], "hailSize": 6.35,
             "hailSizeQualifier": "less", "iceAccretion": {"hour": 0, "threeHours": 2.54, "trace": ["hour"]},
             "ceiling": {"high": 1000, "low": 500}, "ceilings": [{"ceiling": 200, "place": "RWY11"}],
             "visibility": {"high": 3218.69, "low": 402.34, "lowQualifier": "less"},
             "visibilities": [{"place": "NE", "visibility": 804.67}], "towerVisibility": 2414.02,
             "surfaceVisibility": 402.34, "surfaceVisibilityQualifier": "less", "pressureChange": "PRESFR",
             "peakWind": {"direction": 80, "speed": 45, "time": "2026-11-20T13:30:00Z"},
             "windShift": {"frontal": true, "time": "2026-11-20T13:12:00Z"}}
            """)
        let rows: [(String, String)] = [
            ("Tornado", "FUNNEL CLOUD 6 NE"), ("Thunderstorm", "TS OHD MOV E"),
            ("Lightning", "lightning, distant S-W"),
            ("", "occasional lightning from cloud to ground, nearby N W"), ("Clouds noted", "CB DSNT W"),
            ("Hail", "less than 6.4 mm"),
            ("Ice accretion", "a trace in an hour, 2.5 mm in 3 hours"),
            ("Ceiling varies", "500 ft to 1000 ft"),
            ("Ceiling elsewhere", "200 ft at RWY11"), ("Visibility varies", "less than 1/4 SM to 2 SM"),
            ("Visibility elsewhere", "1/2 SM to NE"), ("Tower visibility", "1 1/2 SM"),
            ("Surface visibility", "less than 1/4 SM"), ("Peak wind", "080° 45 kt, "),
            ("Wind shift", "with a front, "), ("Pressure", "falling rapidly"),
        ]
        for (name, value) in rows {
            let isThere = text.split(separator: "\n").contains {
                $0.hasPrefix(name) && $0.contains("  \(value)")
            }
            #expect(isThere, "\(name): \(value) in\n\(text)")
        }
    }

    @Test func `a wind above its value says so`() {
        let text = Self.report(
            #""wind": {"direction": 290, "speed": 99, "speedAbove": true, "gust": 99, "gustAbove": true}"#)
        #expect(text.contains("290° more than 99 kt, gusts more than 99 kt\n"), "\(text)")
    }

    @Test func `a sky obscured at an unknown height says so`() {
        let text = Self.report(#""clouds": [{"cover": "VV"}], "flightRules": "LIFR""#)
        #expect(text.contains("obscured, vertical visibility unknown\n"), "\(text)")
        #expect(text.contains("Ceiling  unknown\n"))
    }

    @Test func `a change names a hidden ceiling and a new qualifier of the visibility`() {
        let event = Samples.event(
            """
            {"event": "changed", "cursor": "a.1", "realtimeUSec": \(Samples.at(14, 2)), "source": "metar@EFHK",
             "key": "EFHK", "generation": 2,
             "data": {"station": "EFHK", "raw": "x", "visibility": 400, "visibilityQualifier": "less",
              "clouds": [{"cover": "VV"}]},
             "patch": {"ceiling": null, "clouds": [{"cover": "VV"}], "visibilityQualifier": "less"},
             "previous": {"ceiling": 200, "clouds": [{"base": 200, "cover": "VV"}], "visibilityQualifier": null}}
            """)
        let line = ChangeLine(event).lines(on: Paper(width: 160, now: Golden.now)).first?.plain
        #expect(line == "14:02:00Z EFHK ceiling 200 ft → unknown, visibility 400 m → less than 400 m")
    }

    @Test(
        arguments: [
            ("R24/290050", "24: wet or water patches, 51 to 100 %, less than 1 mm, friction 0.50"),
            ("R15/0900//", "15: clear and dry, 51 to 100 %, less than 1 mm"),
            ("R34///////", "34: not reported"),
            ("R24/CLRD70", "24: cleared, friction 0.70"), ("R24/CLRD//", "24: cleared"),
            ("R06R/559395", "06R: wet snow, 26 to 50 %, 15 cm, braking action good"),
            ("R/SNOCLO", "aerodrome closed by snow"), ("SNOCLO", "aerodrome closed by snow"),
            ("R09/SNOCLO", "09: closed by snow"), ("09SNOCLO", "09: closed by snow"),
            ("88490591", "all runways: dry snow, 51 to 100 %, 5 mm, braking action poor"),
            ("76CLRD//", "26R: cleared"),
            ("99//9999", "earlier report: not in operation, friction unreliable"),
            ("R13/70D", "R13/70D"), ("R24/", "R24/"), ("", ""), ("R", "R"),
        ])
    func `the state of a runway is shown in words`(group: String, words: String) {
        #expect(Self.report(#""runwayState": ["\#(group)"]"#).contains("Runway state  \(words)\n"))
    }

    @Test func `rainfall has its periods`() {
        let text = Self.report(#""rainfall": {"sinceNine": 11.2, "tenMinutes": 0.2}"#)
        #expect(text.contains("Rainfall  0.2 mm in 10 minutes, 11.2 mm since 9:00 local time\n"), "\(text)")
    }

    @Test func `a forecast shows its wind shear with the wind of each period`() {
        let item = Samples.item(
            """
            {"source": "taf@KPWM", "key": "KPWM", "generation": 3, "realtimeUSec": \(Samples.at(11, 21)),
             "data": {"station": "KPWM", "type": "TAF", "raw": "TAF KPWM", "timeline": [
              {"from": "2026-11-20T12:00:00Z", "until": "2026-11-21T12:00:00Z", "flightRules": "VFR",
               "wind": {"direction": 190, "speed": 12}, "windShear": {"direction": 220, "height": 2000, "speed": 45},
               "overlays": [{"change": "TEMPO", "flightRules": "VFR", "wind": {"direction": 190, "speed": 12},
                "windShear": {"direction": 240, "height": 1000, "speed": 50}}]}]}}
            """)
        let text = Paper(width: 160, now: Golden.now).text(ForecastPage(item))
        #expect(text.contains("190° 12 kt, wind shear 220° 45 kt at 2000 ft"), "\(text)")
        #expect(text.contains("190° 12 kt, wind shear 240° 50 kt at 1000 ft"))
        let narrow = Paper(width: 40, now: Golden.now)
        #expect(ForecastPage(item).lines(on: narrow).allSatisfy { $0.cells <= 40 })
    }
}

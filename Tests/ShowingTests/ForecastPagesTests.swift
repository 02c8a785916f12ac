import AlmanacValues
import Records
import Showing
import Testing

@Suite struct ForecastPagesTests {
    @Test func `a forecast shows a timeline and then each period`() throws {
        try Golden.check(ForecastPage(Samples.forecast), "forecast")
        try Golden.check(ForecastPage(Samples.forecast), "forecast-color", colored: true)
        try Golden.check(ForecastPage(Samples.forecast), "forecast-metric", units: .metric)
    }

    @Test func `a forecast whose period is over is shown as expired, with all its periods`() {
        var paper = Paper(width: 120, now: Golden.now)
        paper.now = Golden.now + .seconds(86_400)
        let text = paper.text(ForecastPage(Samples.forecast))
        #expect(text.hasPrefix("KPWM forecast  expired  amended  valid Fri 12:00Z to 12:00Z"))
        #expect(text.contains("Fri 12:00–18:00Z  VFR"))
    }

    @Test func `winds aloft are listed by altitude, lowest first`() throws {
        try Golden.check(WindsPage(Samples.winds), "winds")
    }

    @Test func `winds aloft without a period do not look current`() {
        let data: JSON = ["type": "WINDS", "levels": ["3000": ["speed": 9]]]
        let winds = Item(source: "winds@PWM", key: "PWM", title: nil, at: Golden.now, data: data)
        let text = Paper(width: 80, now: Golden.now).text(WindsPage(winds))
        #expect(text.hasPrefix("PWM winds aloft  time unknown\n"))
    }

    @Test func `an airport is one page, and a failed or missing section does not affect the others`() throws {
        let page = AirportPage(
            [Samples.windsSource, Samples.forecastSource, Samples.portland],
            items: [Samples.forecast, Samples.report])
        try Golden.check(page, "airport")
    }

    @Test func `the nearest winds aloft are shown with their position`() {
        let winds = Neighbor(Samples.winds, metres: 124_084, bearing: 318)
        let text = Paper(width: 120, now: Golden.now).text(
            AirportPage([Samples.portland], items: [Samples.report], winds: winds))
        #expect(text.contains("\n\nPWM winds aloft  67 NM NW  for "))
        let here = Neighbor(Samples.winds, metres: 900, bearing: 0)
        #expect(Paper(width: 120, now: Golden.now).text(WindsPage(here)).hasPrefix("PWM winds aloft  for "))
    }

    @Test func `reports of several stations are shown as a table`() throws {
        try Golden.check(ReportTable([Samples.report, Samples.improved.item!]), "reports")
    }

    @Test func `a report in a table that is older than its own source allows is expired`() {
        func text(_ ages: [String: String]) -> String {
            let sources = ages.compactMap { name, age in
                Source([
                    "context": ["name": .string(name), "options": ["Source": ["MaxAge": .string(age)]]],
                    "runtime": ["health": "fresh"],
                ])
            }
            return Paper(width: 160, now: Golden.now).text(ReportTable([Samples.report], of: sources))
        }
        #expect(text([Samples.report.source: "1min"]).contains("13:51Z expired"))
        #expect(text([Samples.report.source: "1min", "metar@KBOS": "1d"]).contains("13:51Z expired"))
        #expect(!text([Samples.report.source: "3h"]).contains("expired"))
        #expect(!text([:]).contains("expired"))
    }

    @Test func `the trend of a report is shown in words`() {
        let item = Item(
            source: "metar@EGLL", key: "EGLL",
            data: [
                "station": "EGLL", "type": "METAR", "raw": "EGLL 201350Z",
                "trend": [["change": "TEMPO", "text": "TEMPO 4000 RADZ"], ["text": "BECMG NSW"]],
            ])
        let text = Paper(width: 160, now: Golden.now).text(ReportPage(item))
        #expect(text.contains("Trend  TEMPO 4000 RADZ; BECMG NSW"))
    }

    @Test func `a report of a company shows conditions, forecast and the current winds`() throws {
        let level: JSON = ["directionFromTrue": 219, "knots": 11, "celsius": 17]
        let item = Item(
            source: "report@kpwm", key: "KPWM",
            data: [
                "station": "KPWM",
                "conditions": [
                    "text": "KPWM 201351Z 16003KT 10SM OVC085", "dateIssued": "2026-11-20T13:51:00Z",
                    "tempC": 15,
                    "dewpointC": 13, "pressureHg": 30.11, "flightRules": "vfr", "weather": ["light rain"],
                    "cloudLayers": [["coverage": "ovc", "altitudeFt": 8500, "ceiling": true, "type": "///"]],
                    "visibility": ["distanceSm": 10], "wind": ["speedKts": 3, "direction": 160],
                ],
                "forecast": [
                    "text": "TAF KPWM", "dateIssued": "2026-11-20T11:33:00Z",
                    "period": ["dateStart": "2026-11-20T12:00:00Z", "dateEnd": "2026-11-21T12:00:00Z"],
                    "conditions": [
                        [
                            "flightRules": "vfr", "wind": ["speedKts": 8, "direction": 180],
                            "period": [
                                "dateStart": "2026-11-20T12:00:00Z", "dateEnd": "2026-11-21T12:00:00Z",
                            ],
                        ],
                        [
                            "change": "Temporary", "flightRules": "ifr", "visibility": ["distanceSm": 2],
                            "period": [
                                "dateStart": "2026-11-20T15:00:00Z", "dateEnd": "2026-11-20T18:00:00Z",
                            ],
                        ],
                    ],
                ],
                "windsAloft": [
                    "windsAloft": [
                        ["period": ["dateEnd": "2026-11-20T12:00:00Z"], "windTemps": ["3000": level]],
                        ["period": ["dateEnd": "2026-11-20T18:00:00Z"], "windTemps": ["6000": level]],
                    ]
                ],
            ])
        #expect(BriefingPage.canShow(item))
        let text = Paper(width: 120, now: Golden.now).text(BriefingPage(item))
        #expect(text.hasPrefix("KPWM  VFR  13:51Z"))
        for line in [
            "Weather      light rain", "Sky          overcast 8500 ft", "Altimeter    30.11 inHg",
            "KPWM forecast  valid 12:00Z to Sat 12:00Z", "· at times  IFR",
            "6000 ft  219° 11 kt        17 °C",
        ] {
            #expect(text.contains(line), "\(line) in \(text)")
        }
        #expect(!text.contains("3000 ft"))
        #expect(!BriefingPage.canShow(Item(source: "report@50r", key: "50R", data: ["station": "50R"])))
    }

    @Test func `a new forecast is summarised by its period and its worst flight rules`() {
        let event = Samples.event(
            """
            {"event": "changed", "cursor": "a.2", "realtimeUSec": \(Samples.at(11, 21)), "source": "taf@KPWM", "key": "KPWM",
             "data": \(String(decoding: Samples.forecast.data.bytes, as: UTF8.self)), "patch": {"raw": "x"}, "previous": {"raw": "y"}}
            """)
        let line = ChangeLine(event).lines(on: Paper(width: 160, now: Golden.now)).first?.plain
        #expect(line == "11:21:00Z KPWM taf new forecast, valid 12:00Z to Sat 12:00Z, at worst LIFR")
    }
}

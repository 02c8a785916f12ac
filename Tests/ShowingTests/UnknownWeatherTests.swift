import AlmanacValues
import Records
import Showing
import Testing

/// Unknown weather is shown as unknown, and never as a good value.
@Suite struct UnknownWeatherTests {
    private let paper = Paper(width: 200, now: Golden.now)

    private func text(_ page: some Showable) -> String { paper.text(page) }

    private func changed(_ item: Item, _ members: String) -> Item {
        let change = Samples.item(#"{"source": "s", "key": "k", "data": \#(members)}"#).data
        return Item(source: item.source, key: item.key, data: item.data.patched(with: change))
    }

    @Test func `reports of which a part is unknown say so`() throws {
        try Golden.check(ReportPage(Samples.skyless), "report-skyless")
        try Golden.check(ReportPage(Samples.foggy), "report-or-worse", colored: true)
        try Golden.check(ReportTable([Samples.skyless, Samples.foggy]), "reports-unknown")
    }

    @Test func `changes whose time was not understood, and words that were not, stand in their rows`() throws
    {
        try Golden.check(ForecastPage(Samples.unplaced), "forecast-unknown", colored: true)
    }

    @Test func `a forecast whose validity was not understood shows its groups`() {
        let item = changed(
            Samples.unplaced, #"{"timeline": null, "from": null, "until": null, "unknown": ["time"]}"#)
        let page = text(ForecastPage(item))
        #expect(page.hasPrefix("KLSV forecast  validity not understood  issued "), "\(page)")
        #expect(page.contains("\ninitially  VFR"))
        #expect(page.contains("\nat times   LIFR"))
        #expect(page.contains("\n  time not understood; icing light in cloud, "))
        #expect(page.contains("; not understood: XYZZY\n"))
        #expect(page.contains("\n  time not understood; not understood: 20\n"))
        #expect(page.contains("\nNot understood  PLUGH\n"))
    }

    @Test func `a change whose word was not understood is not called an initial one`() {
        let item = changed(
            Samples.unplaced,
            """
            {"groups": null, "timeline": [{
                "from": "2026-11-20T00:00:00Z", "until": "2026-11-21T00:00:00Z", "unknown": ["change"],
                "visibility": 10000, "sky": "NSC",
                "overlays": [{"flightRules": "LIFR", "visibility": 500, "unknown": ["change"]}]}]}
            """)
        let page = text(ForecastPage(item))
        #expect(page.contains("change not understood  LIFR"), "\(page)")
        #expect(!page.contains("VFR "), "\(page)")
    }

    @Test func `a report without a time is not shown as a new one`() {
        let item = changed(Samples.skyless, #"{"time": null, "unknown": ["ceiling", "time"]}"#)
        #expect(text(ReportPage(item)).contains("  expired, time unknown\n"))
        #expect(text(ReportTable([item])).contains("unknown expired\n"))
    }

    @Test(arguments: [
        (#"[{"type": "TCU"}]"#, "TCU (amount and height unknown)"),
        (
            #"[{"base": 800, "cover": "BKN"}, {"type": "CB"}]"#,
            "broken 800 ft, CB (amount and height unknown)"
        ),
        (#"[{"cover": "FEW", "type": "CB"}]"#, "few at unknown height (CB)"),
        (#"[{"base": 1500}]"#, "cloud 1500 ft (amount unknown)"),
        (#"[{"base": 1500, "type": "TCU"}]"#, "TCU 1500 ft (amount unknown)"),
        ("[{}]", "cloud (amount and height unknown)"),
        (#"[{"cover": "BKN"}]"#, "broken at unknown height"),
    ])
    func `every layer is shown`(clouds: String, words: String) {
        let page = text(ReportPage(changed(Samples.skyless, #"{"clouds": \#(clouds)}"#)))
        #expect(page.contains("Sky          \(words)\n"), "\(page)")
        #expect(page.contains("Ceiling      unknown\n"))
    }

    @Test func `a known ceiling below which there may be another one is not the last word`() {
        let page = text(
            ReportPage(
                changed(Samples.foggy, #"{"ceiling": 800, "clouds": [{"cover": "OVC", "base": 800}]}"#)))
        #expect(page.contains("800 ft, perhaps lower\n"), "\(page)")
        let near = changed(Samples.foggy, #"{"unknown": ["visibility"]}"#)
        #expect(text(ReportPage(near)).contains("2000 m, perhaps less\n"))
    }

    @Test func `a category of VFR or MVFR does not outlive an unknown part`() {
        for rules in ["VFR", "MVFR"] {
            let item = changed(Samples.skyless, #"{"flightRules": "\#(rules)"}"#)
            let page = text(ReportPage(item))
            #expect(page.contains("category unknown: ceiling not reported"))
            #expect(!page.contains(rules))
        }
    }

    @Test func `the reason names all parts, and that words were not understood`() {
        let both = changed(Samples.skyless, #"{"unknown": ["ceiling", "visibility"], "visibility": null}"#)
        #expect(text(ReportPage(both)).contains("category unknown: ceiling and visibility not reported"))
        #expect(text(ReportPage(both)).contains("Visibility   unknown\n"))
        let unread = changed(Samples.skyless, #"{"unparsed": ["OVC04"]}"#)
        #expect(text(ReportPage(unread)).contains("ceiling not reported or not understood"))
        let missing = changed(Samples.skyless, #"{"nil": true, "unknown": null}"#)
        #expect(text(ReportPage(missing)).contains("category unknown: report missing (NIL)"))
    }
}

/// The same in changes, bars and templates.
extension UnknownWeatherTests {
    private func change(_ item: Item, from previous: String, patch: String) -> String? {
        let data = String(decoding: item.data.bytes, as: UTF8.self)
        let event = Samples.event(
            """
            {"event": "changed", "cursor": "a.1", "realtimeUSec": \(Samples.at(14, 2)),
             "source": "\(item.source)", "key": "\(item.key)", "generation": 2, "data": \(data),
             "patch": \(patch), "previous": \(previous)}
            """)
        return ChangeLine(event).lines(on: paper).first?.plain
    }

    @Test func `a change to an unknown ceiling is not one to none`() {
        let line = change(
            Samples.skyless, from: #"{"flightRules": "IFR", "ceiling": 900, "unknown": null}"#,
            patch: #"{"flightRules": null, "ceiling": null, "unknown": ["ceiling"]}"#)
        #expect(line == "14:02:00Z KD39 IFR → unknown, ceiling 900 ft → unknown")
        let worse = change(
            Samples.foggy, from: #"{"flightRulesOrWorse": null, "unknown": null, "ceiling": 3000}"#,
            patch: #"{"flightRulesOrWorse": true, "unknown": ["ceiling"], "ceiling": null}"#)
        #expect(worse == "14:02:00Z EGLL IFR → IFR or worse, ceiling 3000 ft → unknown")
    }

    @Test func `a new forecast of which a part is unknown is not at worst VFR`() {
        func line(_ item: Item) -> String? { change(item, from: "{}", patch: "{}") }
        let valid = "14:02:00Z KLSV taf new forecast, valid 12:00Z to Sat 18:00Z, at worst "
        #expect(line(Samples.unplaced) == valid + "LIFR")
        func period(_ members: String) -> Item {
            let times = #""from": "2026-11-20T12:00:00Z", "until": "2026-11-21T18:00:00Z""#
            return changed(Samples.unplaced, #"{"timeline": [{\#(times), \#(members)}]}"#)
        }
        #expect(line(period(#""flightRules": "VFR""#)) == valid + "unknown")
        #expect(line(period(#""flightRules": "VFR", "worstFlightRules": "VFR""#)) == valid + "VFR")
        #expect(
            line(period(#""flightRules": "VFR", "worstFlightRules": "VFR", "overlays": [{}]"#)) == valid
                + "unknown")
        #expect(line(period(#""flightRules": "IFR""#)) == valid + "IFR or worse")
        let open = changed(Samples.unplaced, #"{"timeline": null, "unknown": ["time"]}"#)
        #expect(
            line(open) == "14:02:00Z KLSV taf new forecast, validity not understood, at worst unknown")
        #expect(line(changed(open, #"{"nil": true}"#)) == "14:02:00Z KLSV taf forecast missing (NIL)")
    }

    @Test func `a bar names an unknown category and has a class for it`() throws {
        let json = try JSON(parsing: Array(Board([Samples.skyless, Samples.foggy]).waybar(paper).utf8))
        #expect(json["text"] == "KD39 category unknown 23 °C  EGLL IFR or worse")
        #expect(json["class"] == ["rules-unknown", "ifr", "or-worse"])
        #expect(json["tooltip"]?.string?.contains("10 SM, ceiling unknown\n") == true)
    }

    @Test func `a template shows the category in words`() throws {
        let template = try Template("{flightRules|--} {category}")
        let source = Samples.portland
        #expect(
            template.text(Samples.skyless, of: source, on: paper)
                == "-- category unknown: ceiling not reported")
        #expect(template.text(Samples.foggy, of: source, on: paper) == "IFR IFR or worse")
        #expect(template.text(Samples.unplaced, of: source, on: paper) == "-- at worst LIFR")
    }

    @Test func `a template says that a report or a forecast is too old for its category`() throws {
        let template = try Template("{category}")
        let later = Paper(width: 200, now: Golden.now + .seconds(40 * 3600))
        #expect(template.text(Samples.foggy, of: Samples.portland, on: later) == "IFR or worse, expired")
        #expect(template.text(Samples.unplaced, of: Samples.portland, on: later) == "at worst LIFR, expired")
        #expect(template.text(Samples.improved, on: later).hasSuffix(", expired"))
    }

    @Test func `the history of a report names an unknown category`() {
        let event = Samples.event(
            """
            {"event": "added", "cursor": "a.1", "realtimeUSec": \(Samples.at(14, 2)), "source": "metar@KD39",
             "key": "KD39", "generation": 1, "data": {"station": "KD39", "raw": "KD39 201351Z", "unknown": ["ceiling"]}}
            """)
        #expect(text(History(of: "metar@KD39", [event])).contains("category unknown KD39 201351Z"))
    }
}

/// Rare parts of reports.
extension UnknownWeatherTests {
    @Test func `colour state, sea and lightning are shown in words`() {
        let item = changed(
            Samples.skyless,
            """
            {"color": "BLU", "sea": {"code": "W15/S4", "state": 4, "temperature": 15},
             "remarks": {"lightning": ["OCNL LTGICCG OHD", "LTG DSNT SW-W", "LTGXX"]}}
            """)
        let page = text(ReportPage(item))
        let words = [
            "Colour state  BLU\n", "Sea           water 15 °C, moderate (state 4)\n",
            "Lightning     occasional lightning in clouds and from cloud to ground, overhead\n",
            "              lightning, distant SW-W\n", "              LTGXX\n",
        ]
        for line in words { #expect(page.contains(line), "\(line) in \(page)") }
        let sea = #"{"sea": {"code": "WM01/H14", "temperature": -1, "waves": 1.4}}"#
        let waves = changed(Samples.skyless, sea)
        #expect(text(ReportPage(waves)).contains("water -1 °C, waves 1.4 m\n"))
        let one = changed(Samples.skyless, #"{"remarks": {"lightning": "LTGCG N"}}"#)
        #expect(text(ReportPage(one)).contains("lightning from cloud to ground, N\n"))
    }

    @Test func `words of a trend that were not understood stand in its row`() {
        let item = changed(
            Samples.skyless,
            """
            {"unparsed": ["PLUGH", "XYZZY"],
             "trend": [{"change": "TEMPO", "text": "TEMPO XYZZY 2000", "unparsed": ["XYZZY"]}]}
            """)
        let page = text(ReportPage(item))
        #expect(page.contains("TEMPO XYZZY 2000 (not understood: XYZZY)\n"))
        #expect(page.contains("Not understood  PLUGH\n"))
    }
}

import AlmanacValues
import Records
import Showing
import Testing
import WebPages

/// Unknown weather is shown as unknown, and never in a good colour.
@Suite struct UnknownWeatherPageTests {
    private static let skyless = Reports.metar.without("clouds").without("ceiling").without("flightRules")
        .without("flightRulesBy").with("unknown", ["ceiling"])

    private static let timeless = skyless.without("time").with("unknown", ["ceiling", "time"])

    private static let worse = skyless.with("flightRules", "IFR").with("flightRulesOrWorse", true)
        .with("flightRulesBy", "visibility").with("visibility", 2000)

    /// A forecast of VFR with a change to LIFR at a time that was not understood.
    private static let unplaced = Reports.json(
        """
        {"station": "KPWM", "type": "TAF", "time": "2026-11-20T11:20:00Z", "from": "2026-11-20T12:00:00Z",
         "until": "2026-11-21T12:00:00Z", "raw": "TAF KPWM", "unparsed": ["20", "PLUGH"],
         "groups": [
          {"from": "2026-11-20T12:00:00Z", "until": "2026-11-21T12:00:00Z", "altimeter": 995.94,
           "text": "23010KT QNH2941INS", "turbulence": [{"base": 0, "depth": 9000, "type": "3"}]},
          {"change": "TEMPO", "text": "TEMPO 20 0500 FG", "unknown": ["time"], "unparsed": ["20"]}],
         "timeline": [
          {"from": "2026-11-20T12:00:00Z", "until": "2026-11-20T18:00:00Z", "flightRules": "VFR",
           "visibility": 10000, "overlays": [
            {"change": "PROB", "probability": 30, "flightRules": "MVFR", "visibility": 7000},
            {"change": "PROB", "probability": 40, "flightRules": "VFR", "visibility": 9000},
            {"change": "TEMPO", "flightRules": "LIFR", "visibility": 500, "weather": ["FG"],
             "unknown": ["time"]}], "worstFlightRules": "LIFR"},
          {"from": "2026-11-20T18:00:00Z", "until": "2026-11-21T12:00:00Z", "visibility": 10000,
           "unknown": ["ceiling"], "overlays": [{"change": "FM", "unknown": ["ceiling", "time"]}]}]}
        """)

    private static func text(_ page: HTML) -> String { String(decoding: page.bytes, as: UTF8.self) }

    private static func page(_ data: JSON..., history: [Item] = []) -> String {
        let items = data.map { Reports.item($0, source: $0["type"] == "TAF" ? "taf@KPWM" : "metar@KPWM") }
        return text(AirportPage([], items: items, history: history).html(on: Reports.paper()))
    }

    @Test func `an unknown category has the neutral colour and its reason`() {
        let text = Self.page(Self.skyless)
        #expect(
            text.contains(
                #"<strong class="badge rules-unknown">?</strong> <span class="words">category unknown: ceiling not reported</span>"#
            ), "\(text)")
        #expect(text.contains(#"<dt>Ceiling</dt><dd id="KPWM-ceiling">unknown</dd>"#), "\(text)")
        #expect(!text.contains("rules-vfr"))
        let item = Reports.item(Self.skyless, source: "metar@KPWM")
        let card = Self.text(Reports.tile(item).html(on: Reports.paper()))
        #expect(
            card.contains("badge rules-unknown") && card.contains("category unknown: ceiling not reported"))
    }

    @Test func `rules that may be worse have their colour, and say so`() {
        let text = Self.page(Self.worse)
        #expect(text.contains(#"<strong class="badge rules-ifr">IFR or worse</strong>"#), "\(text)")
        #expect(text.contains("instrument flight rules or worse</span>"))
        #expect(text.contains(", by visibility 1 1/4 SM, ceiling not reported</span>"))
    }

    @Test func `a report without a time says so`() {
        #expect(Self.page(Self.timeless).contains(">time unknown</span>"))
    }

    @Test func `a change whose time was not understood is drawn and named before better ones`() {
        let text = Self.page(Self.unplaced)
        #expect(text.contains(#"<th scope="row">at times, time not understood</th>"#), "\(text)")
        #expect(text.contains("frame rules-lifr"))
        #expect(text.contains("frame rules-mvfr"))
        #expect(!text.contains("frame rules-vfr"))
        #expect(text.contains("at times, time not understood LIFR"))
    }

    @Test func `a period without rules is drawn in the neutral colour, and so is its change`() {
        let text = Self.page(Self.unplaced)
        #expect(text.contains("block rules-unknown"))
        #expect(text.contains("frame rules-unknown"))
        #expect(text.contains(#"<span class="badge rules-unknown">?</span> unknown"#))
        #expect(text.contains("from then on, time not understood unknown"))
    }

    @Test func `notes of a group stand below its row`() {
        let text = Self.page(Self.unplaced)
        let notes =
            "turbulence moderate in clear air, frequent, surface to 9000 ft; minimum altimeter 29.41 inHg"
        #expect(text.components(of: notes) == 2, "\(text)")
        #expect(text.contains(#"<td colspan="6">not understood: 20</td>"#))
        #expect(text.contains(">PLUGH</dd>"))
    }

    @Test func `a forecast whose validity was not understood shows its groups`() {
        let text = Self.page(
            Self.unplaced.without("timeline").without("from").without("until").with("unknown", ["time"]))
        #expect(text.contains("validity not understood"))
        #expect(text.contains("initially, time not understood</th>"), "\(text)")
    }

    @Test func `a forecast whose validity was not understood is over once the longest one would be`() {
        let data = Self.unplaced.without("timeline").without("from").without("until")
        let item = Reports.item(data.with("unknown", ["time"]), source: "taf@KPWM")
        for (now, isOver) in [("2026-11-21T17:00:00Z", false), ("2026-11-21T18:00:00Z", true)] {
            let paper = Paper(width: 80, now: UTC(iso8601: now)!)
            let page = AirportPage([Reports.source], items: [item])
            #expect(Self.text(page.html(on: paper)).contains("expired") == isOver)
            #expect(paper.text(page).contains("expired") == isOver)
        }
    }

    @Test func `a ceiling is not drawn across a report without one that is known`() {
        let history = Reports.history(6) { hour, data in
            if hour == 2 { data = data.without("ceiling").with("unknown", ["ceiling"]) }
        }
        let known = Self.page(Reports.metar, history: Reports.history(6))
        let text = Self.page(Reports.metar, history: history)
        #expect(text.components(of: "<polyline") == known.components(of: "<polyline") + 1)
    }
}

/// The same on the map.
extension UnknownWeatherPageTests {
    private func features(_ data: JSON...) -> [MapFeature] {
        let items = data.map { Reports.item($0, source: "metar@KPWM") }
        return mapFeatures(items, of: [], units: .aviation) { _ in "/" }
    }

    @Test func `an unknown category is a mark of its own on the map`() throws {
        let feature = try #require(features(Self.skyless.without("wind")).first)
        #expect(feature.category == .unknown)
        #expect(feature.text?.hasPrefix("category unknown, ") == true)
        #expect(feature.text?.hasSuffix(", ceiling unknown") == true)
        let json = String(decoding: mapCollection([feature]), as: UTF8.self)
        #expect(json.contains(#""rules":"unknown""#))
        #expect(features(Self.worse).first?.text?.hasPrefix("IFR or worse, ") == true)
    }

    @Test func `a mark for several stations is not better than the unknown one`() {
        for data in [[Reports.metar, Self.skyless], [Self.skyless, Reports.metar]] {
            let items = data.map { Reports.item($0, source: "metar@KPWM") }
            let all = mapFeatures(items, of: [], units: .aviation) { _ in "/" }
            #expect(all.count == 2)
            let categories = all.compactMap(\.category).sorted { $0.isWorse(than: $1) }
            #expect(categories == [.unknown, .known(.marginalVisual)])
        }
        let order: [ProvenCategory] = [
            .known(.lowInstrument), .orWorse(.instrument), .known(.instrument), .unknown,
            .known(.marginalVisual), .known(.visual),
        ]
        #expect(order.reversed().sorted { $0.isWorse(than: $1) } == order)
    }
}

extension String {
    /// Returns how often a text occurs.
    fileprivate func components(of text: String) -> Int {
        var count = 0
        var rest = self[...]
        while let found = rest.firstRange(of: text) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}

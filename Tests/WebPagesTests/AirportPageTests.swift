import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct AirportPageTests {
    private func page(
        _ items: [Item] = Reports.all, history: [Item] = [], runways: [Runway] = Reports.runways,
        units: Units = .aviation, sources: [Source] = [Reports.source]
    ) -> Markup {
        let content = AirportPage(sources, items: items, history: history, runways: runways)
        return Markup(content.html(on: Reports.paper(units)))
    }

    @Test func `an airport is shown in words, from the flight rules to the text as received`() {
        let page = page(history: Reports.history(30))
        #expect(page.faults == [])
        for text in [
            "KPWM", "Portland Jetport", "MVFR", "marginal visual flight rules", "by ceiling 1400 ft",
            "13:51Z, 16 min ago", "230° 12 kt, gusts 20 kt, between 200° and 260°", "light rain, mist",
            "Runways", "29", "headwind 8 kt", "crosswind", "from the left", "at times", "30 %", "now",
            "18:00",
            "amended", "valid", "maximum 12 °C at 18:00Z", "Last 24 hours", "Winds aloft",
            "light and variable",
            "TAF AMD KPWM 201120Z", "aviationweather.gov answered 503",
        ] { #expect(page.text.contains(text), "\(text)") }
    }

    @Test func `each chart states its range, its present value and its trend`() {
        let text = page(history: Reports.history(24)).text
        #expect(text.contains("Temperature from 7 to 18 °C, now 17.8 °C, rising."))
        #expect(text.contains("Dew point constant 16.1 °C, now 16.1 °C, steady."))
        #expect(text.contains("Visibility constant 2 1/2 SM, now 2 1/2 SM, steady."))
        #expect(page(history: Reports.history(24), units: .imperial).text.contains("from 45 to 64 °F"))
    }

    @Test func `a member that the schema shows as a chart has one, in the user's unit`() {
        let history = Reports.history(4) { hour, data in
            data = data.with("remarks", ["snowDepth": .double(Double(hour) * 2.54)])
        }
        let page = page(history: history)
        #expect(page.faults == [] && page.names.contains("KPWM-snow_depth-chart"))
        #expect(page.text.contains("Snow depth from"), "\(page.text)")
        let imperial = self.page(history: history, units: .imperial).text
        #expect(imperial.contains(" 3 in"), "\(imperial)")
        #expect(!self.page(history: Reports.history(4)).text.contains("Snow depth"))
    }

    @Test func `one report has no charts, and two have`() {
        #expect(!page(history: []).text.contains("Last 24 hours"))
        #expect(page(history: Reports.history(2)).text.contains("Last 24 hours"))
    }

    @Test func `a report from before the last 24 hours is not drawn`() {
        let text = page(
            history: Reports.history(40) { hour, data in
                if hour > 30 { data = data.with("temperature", -40) }
            }
        ).text
        #expect(!text.contains("-40 °C"))
    }

    @Test func `every live value has an identifier that depends only on the station and the member`() {
        let names = page(history: Reports.history(3)).names
        for name in [
            "KPWM-wind", "KPWM-visibility", "KPWM-temperature", "KPWM-rules", "KPWM-time", "KPWM-dial",
            "KPWM-runways", "KPWM-taf-timeline", "KPWM-temperature-chart", "KPWM-winds-0",
            "KPWM-raw-report",
        ] { #expect(names.contains(name), "\(name)") }
    }

    @Test func `a section without data is omitted, and the others remain`() {
        for kept in 0..<8 {
            let items = Reports.all.enumerated().filter { kept >> $0.offset & 1 == 1 }.map(\.element)
            let page = page(items, sources: [])
            #expect(page.faults == [])
            #expect(page.text.contains("Conditions") == items.contains { $0.source == "metar@KPWM" })
            #expect(page.text.contains("valid") == items.contains { $0.source == "taf@KPWM" })
            #expect(page.text.contains("Winds aloft") == items.contains { $0.source == "winds@KPWM" })
        }
    }

    @Test func `a report expires by the age that its source states, on its page and its card`() throws {
        for (age, isExpired) in [("10min", true), ("1d", false)] {
            let context: JSON = [
                "name": "metar@KPWM", "options": ["Source": ["MaxAge": .string(age)]],
            ]
            let source = try #require(Source(["context": context, "runtime": ["health": "fresh"]]))
            let report = Array(Reports.all.prefix(1))
            let start = StartContent(
                sources: [source], warnings: WarningAnswer(), records: report, changes: [])
            let texts = [
                page(report, sources: [source]).text, Markup(start.html(on: Reports.paper())).text,
                Reports.paper().text(start),
            ]
            for text in texts { #expect(text.contains("expired") == isExpired, "\(text)") }
        }
    }

    @Test func `any member may be missing`() {
        for (index, data) in [Reports.metar, Reports.taf, Reports.winds].enumerated() {
            for member in data.object ?? [] {
                var items = Reports.all
                items[index] = Reports.item(
                    data.without(member.name), source: items[index].source, key: "KPWM")
                let page = page(items, history: Reports.history(5))
                #expect(page.faults == [], "without \(member.name)")
            }
        }
    }

    @Test func `calm and variable winds are named and have no components`() {
        for (wind, word): (JSON, String) in [
            (["speed": 0], "calm"), (["variable": true, "speed": 3], "variable"),
        ] {
            let page = page([Reports.item(Reports.metar.with("wind", wind), source: "metar@KPWM")])
            #expect(page.text.contains("Wind \(word)"))
            #expect(!page.text.contains("headwind"))
        }
    }

    @Test func `the best runway is the one with the most headwind`() {
        let wind: JSON = ["direction": 350, "speed": 15]
        let item = Reports.item(Reports.metar.with("wind", wind), source: "metar@KPWM")
        #expect(page([item]).text.contains("Runways 36 headwind 15 kt"))
        #expect(!page([item], runways: []).text.contains("Runways"))
        #expect(Runway(name: "11/29", heading: .nan) == nil)
    }

    @Test func `an old report is expired`() {
        let old = Reports.metar.with("time", "2026-11-20T08:51:00Z")
        #expect(page([Reports.item(old, source: "metar@KPWM")]).text.contains("expired"))
    }

    @Test func `winds aloft of another place state where it is`() {
        let winds = Neighbor(
            Reports.item(Reports.winds, source: "winds", key: "PWM", title: "Berlin"), metres: 124_084,
            bearing: 318)
        let content = AirportPage([], items: [Reports.all[0]], winds: winds)
        let page = Markup(content.html(on: Reports.paper()))
        #expect(page.faults == [])
        #expect(page.text.contains("PWM, Berlin, 67 NM NW for"))
    }

    @Test func `a tile links to the page of the airport`() {
        let card = Reports.tile(Reports.all[0]).html(on: Reports.paper())
        let page = Markup(card)
        #expect(page.faults == [])
        #expect(String(decoding: card.bytes, as: UTF8.self).contains("href=\"/KPWM\""))
        for text in ["KPWM", "Portland Jetport", "MVFR", "2 1/2 SM", "1400 ft", "17.8 °C", "16 min ago"] {
            #expect(page.text.contains(text), "\(text)")
        }
    }
}

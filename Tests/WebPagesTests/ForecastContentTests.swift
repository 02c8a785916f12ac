import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct ForecastContentTests {
    private func page(_ data: JSON, units: Units = .metric) -> Markup {
        let item = Reports.item(data, source: "forecast@home", key: "43.65,-70.31", title: "Home")
        return Markup(ForecastContent(item).html(on: Reports.paper(units)))
    }

    @Test func `a forecast shows now, the next days over time, and days and hours in words`() {
        let page = page(Reports.forecast)
        #expect(page.faults == [])
        for text in [
            "Home", "Open-Meteo", "13:00Z, 1 h ago", "8.5 °C, overcast, 200° 17 km/h", "From 5 °C to 16 °C",
            "of rain or snow from 18:00Z", "wind up to 35 km/h", "Sat 21", "Hour by hour", "Fri 2026-11-20",
            "5…16 °C", "3.2 mm", "60 %", "Tonight", "Rain after 9pm.",
        ] { #expect(page.text.contains(text), "\(text)") }
        #expect(page.names.contains("43.65~2c~2d70.31-now"))
    }

    @Test func `the card of a place shows now and three days, and leads to the page`() {
        let item = Reports.item(Reports.forecast, source: "forecast@home", key: "43.65,-70.31", title: "Home")
        let card = PlaceTile(item, of: Reports.source)
        let page = Markup(card.html(on: Reports.paper(.metric)))
        #expect(page.faults == [])
        #expect(page.text.contains("8.5 °C, overcast, 200° 17 km/h"))
        #expect(page.text.contains("Fri"))
        #expect(page.text.contains("5…16 °C"))
        #expect(page.names.contains("place~2fforecast~40home~2f43.65~2c~2d70.31~2fnow"))
    }

    @Test func `the tile of a place says if the weather now, its time or a newer forecast is unknown`() {
        let source = Source([
            "context": ["name": "forecast@home", "kind": "forecast"],
            "runtime": ["health": "fresh", "records": 1, "fetchedUSec": 1],
        ])!
        func page(_ data: JSON, of source: Source) -> Markup {
            let item = Reports.item(data, source: "forecast@home", key: "43.65,-70.31", title: "Home")
            return Markup(PlaceTile(item, of: source).html(on: Reports.paper(.metric)))
        }
        let whole = page(Reports.forecast, of: source)
        for words in ["unknown", "failing"] { #expect(!whole.text.contains(words), "\(words)") }
        #expect(page(Reports.forecast, of: Reports.source).text.contains("failing"))
        let empty = page([:], of: source)
        #expect(empty.faults == [])
        #expect(empty.text.contains("weather now unknown") && empty.text.contains("time unknown"))
    }

    @Test func `the weather now is that of the hour if the service states none`() {
        let page = page(Reports.forecast.without("current"))
        #expect(page.text.contains("Now "))
    }

    @Test func `weather that a service stated hours ago, or of an unknown time, is not the weather now`() {
        for time in [nil, "2026-11-20T11:00:00Z", "2026-11-21T14:00:00Z"] as [JSON?] {
            let current = JSON.members(["time": time, "temperature": 8.5])
            let data = Reports.forecast.with("current", current).without("hourly")
            let item = Reports.item(data, source: "forecast@home", key: "43.65,-70.31", title: "Home")
            let text = Markup(PlaceTile(item, of: Reports.source).html(on: Reports.paper(.metric))).text
            #expect(text.contains("weather now unknown") && !text.contains("8.5"), "\(text)")
        }
    }

    @Test func `days are made of hours if the service states none`() {
        let page = page(Reports.forecast.without("daily"))
        #expect(page.text.contains("Sat 2026-11-21"))
        #expect(page.text.contains("5…16 °C"))
    }

    @Test func `the text has the days made of hours, the weather now and the sentences, too`() {
        let data = Reports.forecast.without("daily").without("current")
        let content = ForecastContent(Reports.item(data, source: "forecast@home"))
        let text = Reports.paper(.metric).text(content)
        for words in ["Now  9 °C, light rain", "Sat 2026-11-21", "5…16 °C", "Rain after 9pm."] {
            #expect(text.contains(words), "\(text)")
        }
    }

    @Test func `a forecast of sentences only has no drawing`() {
        let page = page(Reports.forecast.without("daily").without("hourly").without("current"))
        #expect(page.faults == [])
        #expect(page.text.contains("Rain after 9pm."))
        #expect(!page.text.contains("Forecast over time"))
    }

    @Test func `steps of six hours state the rain per hour`() {
        let hours = (0..<8).map { index -> JSON in
            let time = UTC(iso8601: "2026-11-20T12:00:00Z")! + .seconds(index * 21_600)
            return [
                "time": .string(time.description), "until": .string((time + .seconds(21_600)).description),
                "temperature": .int(index), "precipitation": 6, "symbol": "lightrainshowers_day",
            ]
        }
        let page = page(["provider": "met-norway", "hourly": .array(hours)])
        #expect(page.faults == [])
        #expect(page.text.contains("48 mm of rain or snow from now"))
    }

    @Test func `any member of a step may be missing`() {
        for name in [
            "time", "temperature", "precipitation", "precipitationProbability", "wind", "cloudCover",
        ] {
            let hours = (Reports.forecast["hourly"]?.array ?? []).map { $0.without(name) }
            #expect(page(Reports.forecast.with("hourly", .array(hours))).faults == [], "without \(name)")
        }
        for member in Reports.forecast.object ?? [] {
            #expect(page(Reports.forecast.without(member.name)).faults == [], "without \(member.name)")
        }
    }
}

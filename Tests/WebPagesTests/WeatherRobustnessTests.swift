import AlmanacValues
import Records
import Showing
import Testing
import WebPages

/// Weather records with missing, wrong and hostile values.
@Suite struct WeatherRobustnessTests {
    @Test(arguments: 0..<90)
    func `no data make a page fail or malformed`(_ seed: Int) {
        var mutation = Mutation(seed: seed)
        let items = Reports.all.map { item in
            Reports.item(mutation.applied(to: item.data), source: item.source)
        }
        let history = Reports.history(20) { _, data in data = mutation.applied(to: data) }
        let forecast = Reports.item(mutation.applied(to: Reports.forecast), source: "forecast@home")
        let units = Units.allCases[seed % 3]
        let east = [0, 20_700, -12_600][seed / 3 % 3]
        let paper = Paper(width: 80, units: units, now: Reports.now, zone: Zone { _ in east })
        let airport = AirportPage(
            [Reports.source], items: items, history: history, runways: Reports.runways)
        #expect(Markup(airport.html(on: paper)).faults == [])
        #expect(Markup(ForecastContent(forecast).html(on: paper)).faults == [])
        for item in items { #expect(Markup(Reports.tile(item).html(on: paper)).faults == []) }
    }

    @Test func `hostile names neither become markup nor break identifiers`() {
        let name = "\"><script>alert(1)</script>&'\u{202E}/../ ü"
        let items = [Reports.metar, Reports.taf, Reports.winds].map { data in
            Reports.item(
                data.with("station", .string(name)).with("raw", .string(name)), source: "metar@\(name)",
                key: name,
                title: name + "x")
        }
        let runway = Runway(name: name, heading: 10)
        let pages = [
            AirportPage([], items: items, history: items, runways: [runway!]).html(
                on: Reports.paper()),
            Reports.tile(items[0]).html(on: Reports.paper()),
            ForecastContent(Reports.item(Reports.forecast, source: name, key: name, title: name)).html(
                on: Reports.paper()),
        ]
        for page in pages {
            #expect(Markup(page).faults == [])
            let text = String(decoding: page.bytes, as: UTF8.self)
            #expect(!text.contains("<script") && !text.contains("\u{202E}"))
        }
    }
}

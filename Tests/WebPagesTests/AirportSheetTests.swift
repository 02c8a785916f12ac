import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct AirportSheetTests {
    private let sections = SectionCache()

    /// Makes a record of a generation.
    private func item(_ data: JSON, of source: String, generation: Int?) -> Item {
        Item(source: source, key: "KPWM", generation: generation, data: data)
    }

    private func items(report: Int, forecast: Int?) -> [Item] {
        let wind: JSON = ["direction": 230, "speed": .int(report)]
        let raw = JSON.string("TAF KPWM edition \(forecast ?? 0)")
        return [
            item(Reports.metar.with("wind", wind), of: "metar@KPWM", generation: report),
            item(Reports.taf.with("raw", raw), of: "taf@KPWM", generation: forecast),
        ]
    }

    private func page(_ items: [Item]) -> AirportPage { AirportPage([Reports.source], items: items) }

    private func paper(_ minutes: Int) -> Paper {
        Paper(width: 80, units: .aviation, now: Reports.now + .seconds(60 * minutes))
    }

    private func kept(_ items: [Item], after minutes: Int = 0) -> [UInt8] {
        AirportSheet(page(items), sections: sections).html(on: paper(minutes)).bytes
    }

    private func fresh(_ items: [Item], after minutes: Int = 0) -> [UInt8] {
        page(items).html(on: paper(minutes)).bytes
    }

    /// Returns the section with the forecast.
    private func forecast(_ page: [UInt8]) -> Substring? {
        let text = String(decoding: page, as: UTF8.self)
        return text.split(separator: "<section ").first { $0.hasPrefix("class=\"forecast\"") }
    }

    @Test func `a new report changes the page, and the forecast stays`() {
        #expect(kept(items(report: 7, forecast: 1)) == fresh(items(report: 7, forecast: 1)))
        #expect(kept(items(report: 9, forecast: 1)) == fresh(items(report: 9, forecast: 1)))
        #expect(kept(items(report: 9, forecast: 1)) != kept(items(report: 7, forecast: 1)))
    }

    @Test func `the section of a forecast is rendered once for its generation`() {
        let now = forecast(kept(items(report: 7, forecast: 1)))
        #expect(now != nil)
        #expect(forecast(kept(items(report: 9, forecast: 1), after: 30)) == now)
        #expect(forecast(fresh(items(report: 9, forecast: 1), after: 30)) != now)
    }

    @Test func `a new forecast is rendered`() {
        _ = kept(items(report: 7, forecast: 1))
        #expect(kept(items(report: 7, forecast: 2)) == fresh(items(report: 7, forecast: 2)))
    }

    @Test func `a forecast of an unknown generation is rendered each time`() {
        _ = kept(items(report: 7, forecast: nil))
        let later = items(report: 7, forecast: nil)
        #expect(kept(later, after: 30) == fresh(later, after: 30))
    }

    @Test func `a forecast at another position is rendered, because its nights are others`() {
        let report = items(report: 7, forecast: 1)[0]
        let forecast = items(report: 7, forecast: 1)[1]
        _ = kept([report, forecast])
        let placed = Item(
            source: report.source, key: report.key, generation: 8,
            position: Position(latitude: 43.65, longitude: -70.31), data: report.data)
        #expect(kept([placed, forecast]) == fresh([placed, forecast]))
    }
}

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
        let airport = AirportContent(
            sources: [Reports.source], items: items, history: history, runways: Reports.runways)
        #expect(Markup(airport.html(on: paper)).faults == [])
        #expect(Markup(ForecastContent(forecast).html(on: paper)).faults == [])
        for item in items { #expect(Markup(AirportCard(item).html(on: paper)).faults == []) }
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
            AirportContent(sources: [], items: items, history: items, runways: [runway!]).html(
                on: Reports.paper()),
            AirportCard(items[0]).html(on: Reports.paper()),
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

/// Removes members and replaces leaves at random, the same ones for the same seed.
private struct Mutation {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private static let strangers: [JSON] = [
        .number("1e300"), .number("-1e308"), .number("1e999"), .number("9223372036854775807"),
        .number("0.000001"), .null, .bool(true), .array([]), .object([]), "", "<b>&\"'", .int(-5),
        "2026-11-20T14:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-11-22T00:00:00Z",
        .array(["a", 1, ["b": .null]]), ["speed": .number("1e40"), "direction": .number("1e40")],
    ]

    /// Returns the value with about every twelfth part replaced, and every twelfth member removed.
    mutating func applied(to value: JSON) -> JSON {
        if next() % 16 == 0 { return Mutation.strangers[next() % Mutation.strangers.count] }
        switch value {
        case .array(let elements): return .array(elements.map { applied(to: $0) })
        case .object(let members):
            let kept = members.filter { _ in next() % 12 != 0 }
            return .object(kept.map { .init($0.name, applied(to: $0.value)) })
        default: return value
        }
    }

    /// Returns a random number: xorshift64*.
    private mutating func next() -> Int {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33)
    }
}

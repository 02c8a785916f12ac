import AlmanacValues
import Records
import Showing
import Testing

/// Records with unexpected values, shown on every page.
@Suite struct RobustnessTests {
    @Test(arguments: 0..<150)
    func `no data make a page fail, send control characters or exceed the width`(_ seed: Int) {
        var mutation = Mutation(seed: seed)
        let items = [Samples.report, Samples.forecast, Samples.winds, Samples.hospital].map { item in
            Item(
                source: item.source, key: item.key, title: item.title, at: item.at,
                data: mutation.applied(to: item.data))
        }
        let event = Event(mutation.applied(to: Samples.improved.json)) ?? Samples.improved
        let source = Source(mutation.applied(to: Samples.schools.json)) ?? Samples.schools
        for page in pages(items, event, source) {
            check(page, Paper(width: 1 + seed % 120, units: Units.allCases[seed % 3], now: Golden.now))
        }
    }

    @Test(arguments: 0..<150)
    func `no data make metrics invalid`(_ seed: Int) {
        var mutation = Mutation(seed: seed)
        let sources = [Samples.portland, Samples.schools].map { source in
            Source(mutation.applied(to: source.json)) ?? source
        }
        let items = ["metar@KPWM", "nyc-schools"].compactMap { name in
            Item([
                "source": .string(name), "key": "\u{1B}\"\\\r\n", "title": mutation.applied(to: "title"),
                "latitude": mutation.applied(to: 43), "longitude": mutation.applied(to: -70),
                "data": mutation.applied(to: Samples.report.data),
            ])
        }
        let status = Status(
            mutation.applied(to: ["version": "1", "counters": ["bytes": 1, "failed.dns": 2]]))
        let metrics = Metrics(
            sources: sources + [Samples.portland], at: Golden.now, items: items, status: status)
        #expect(MetricsText(metrics.text(.openMetrics)).mistakes.isEmpty)
    }

    private func pages(_ items: [Item], _ event: Event, _ source: Source) -> [any Showable] {
        var pages: [any Showable] = [
            RecordTable(ordered(items, by: "ceiling"), view: .init(group: "station")), ReportTable(items),
            EntryList(items), ChangeLine(event), SourceList([source]), SourcePage(source),
            History(of: "x", ["added", "changed", "removed"].flatMap { changes(items, kind: $0) } + [event]),
            SourceNote(source, isEmpty: true), AirportPage([source], items: items), Matches(items),
            RefreshResult(before: nil, after: source),
        ]
        for item in items {
            let own: [any Showable] = [
                ReportPage(item), ForecastPage(item), WindsPage(item), OutlookPage(item), EntryPage(item),
                RecordPage(item, source: source),
            ]
            pages += own
        }
        return pages
    }

    private func changes(_ items: [Item], kind: String) -> [Event] {
        items.compactMap { item in
            Event([
                "event": .string(kind), "cursor": "a.1", "source": .string(item.source),
                "key": .string(item.key),
                "data": item.data, "patch": item.data, "previous": item.data,
            ])
        }
    }

    private func check(_ page: any Showable, _ paper: Paper) {
        for line in page.lines(on: paper) {
            #expect(!line.plain.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(paper.width < 60 || line.cells <= paper.width, "\(line.plain)")
        }
    }
}

/// Replaces random leaves, the same ones for the same seed.
private struct Mutation {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private static let strangers: [JSON] = [
        .number("1e300"), .number("-1e308"), .number("1e999"), .number("9223372036854775807"),
        .number("-9223372036854775808"),
        .number("0.000001"), .null, .bool(true), .array([]), .object([]), "", "nan",
        "\u{1B}[2J\u{202E}\r\n\u{9B}",
        "東京都千代田区千代田一丁目一番地の一にある建物の名前", "2026-11-20T14:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
        .array(["a", 1, ["b": .null]]), ["wind": ["speed": .number("1e40")]],
        .string(String(repeating: "x", count: 500)),
    ]

    /// Returns the value with about every sixth leaf replaced.
    mutating func applied(to value: JSON) -> JSON {
        if next() % 6 == 0 { return Mutation.strangers[next() % Mutation.strangers.count] }
        switch value {
        case .array(let elements): return .array(elements.map { applied(to: $0) })
        case .object(let members): return .object(members.map { .init($0.name, applied(to: $0.value)) })
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

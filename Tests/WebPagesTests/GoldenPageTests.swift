import AlmanacValues
import GoldenFiles
import Records
import Showing
import Testing
import WebPages

/// The pages as browsers receive them, stored as files; elements begin on lines of their own.
@Suite struct GoldenPageTests {
    private static let preferences = Preferences(units: .imperial, zone: "Europe/Berlin")
    private static let paper: Paper = {
        var paper = Paper(width: 160, units: .imperial, now: Reports.now, zone: Zone { _ in 3600 })
        paper.here = Position(latitude: 43, longitude: -70)
        paper.link = { preferences.link($0) }
        return paper
    }()

    private func check(
        _ page: HTML, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(Markup(page).faults == [], sourceLocation: sourceLocation)
        try compare(String(decoding: page.bytes, as: UTF8.self), name, sourceLocation: sourceLocation)
    }

    private func compare(
        _ page: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text =
            page.split(separator: "><", omittingEmptySubsequences: false).joined(separator: ">\n<") + "\n"
        let file = GoldenFile("\(name).html", nextTo: #filePath)
        let expected = try #require(
            file.expectation(of: text), "no \(file.path)", sourceLocation: sourceLocation)
        #expect(text == expected, "\(name)", sourceLocation: sourceLocation)
    }

    private static func source(
        _ name: String, kind: String, _ runtime: JSON, options: JSON = [:], url: String? = nil
    ) -> Source {
        let all: JSON = ["health": "fresh", "records": 2, "rejected": 0, "generation": 3]
        let runtime = (runtime.object ?? []).reduce(all) { $0.with($1.name, $1.value) }
        let context: JSON = [
            "name": .string(name), "kind": .string(kind), "options": options,
            "title": .string("<b>\(name)</b>"),
            "origin": "https://example.com/?a=1&b=2",
        ]
        let whole = url.map { context.with("url", .string($0)) } ?? context
        return Source(["context": whole, "runtime": runtime])!
    }

    private static let sources = [
        Reports.source,
        source("alerts", kind: "alert", ["health": "stale", "fetchedUSec": 1_795_100_000_000_000]),
        source(
            "schools", kind: "json",
            [
                "rejected": 4, "fetchedUSec": 1_795_183_100_000_000, "nextUSec": 1_795_184_000_000_000,
                "steps": [["name": "connected", "text": "connected to <host>", "elapsedUSec": 12_000]],
            ], options: ["Record": ["Bar": "score 800", "Columns": "city score"]]),
    ]

    private static let failures = [DaemonFailure("the disk is full", since: Reports.now)]

    private static let warnings: WarningAnswer = {
        let items = [
            ("Severe", "Flood <Warning>", "2026-11-20T12:00:00Z"), ("", "Gale", "2026-11-20T16:00:00Z"),
        ]
        .enumerated().map { index, warning in
            Reports.item(
                [
                    "event": .string(warning.1), "severity": .string(warning.0), "phase": "in force",
                    "onset": .string(warning.2), "ends": "2026-11-20T18:30:00Z",
                ], source: "alerts", key: "w\(index)", title: warning.1)
        }
        return WarningAnswer(
            items.compactMap(Warning.init), lost: [WarningAnswer.lost("zones-europe has no data")])
    }()

    private static let changes = [FeedSamples.changed, FeedSamples.removed, FeedSamples.added]

    private static let hazards: AirportHazards = {
        let sources = ["sigmets": "sigmet", "pirep@KPWM": "pirep"].sorted { $0.key < $1.key }
            .map { name, kind in
                source(
                    name, kind: kind, ["fetchedUSec": 1_795_183_100_000_000],
                    url: kind == "sigmet" ? "https://example.com/airsigmet" : nil)
            }
        let data: JSON = [
            "advisory": "SIGMET", "hazard": "TURB", "qualifier": "SEV", "levels": "SFC–6500 ft",
            "movement": "moving NE 15 kt", "onset": "2020-01-01T00:00:00Z", "ends": "2099-01-01T00:00:00Z",
        ]
        return AirportHazards(
            airport: "KPWM", sources: sources,
            items: [Item(source: "sigmets", key: "EISN/1", data: data)], unlocated: [], reports: [],
            at: Reports.now)
    }()

    private static let place = Reports.item(
        Reports.forecast, source: "forecast@home", key: "43.65,-70.31", title: "Home")

    private static let entries =
        [
            ("a", "2026-11-12T15:05:00Z"), ("b", "2026-11-19T23:30:00Z"), ("c", "2026-11-19T22:59:00Z"),
        ].map { key, time in
            Reports.item(
                [
                    "author": "Ada", "published": .string(time),
                    "link": .string("https://example.com/\(key)"),
                    "text": "One <i>line</i>.\nAnother.", "tags": ["x", "y"],
                    "enclosures": [["url": .string("https://example.com/\(key).mp3")]],
                ], source: "news", key: key, title: "Entry \(key) & more")
        } + [Reports.item(["text": ""], source: "news", key: "d")]

    private static let schools = [("1", "York", 420.0), ("2", "Leeds", 900), ("3", "York", 10)].map {
        Reports.item(
            ["city": .string($0.1), "score": .double($0.2), "url": "https://example.com"],
            source: "schools", key: $0.0)
    }

    @Test func `an airport`() throws {
        for (name, units) in [("aviation", Units.aviation), ("imperial", .imperial), ("metric", .metric)] {
            var paper = Self.paper
            paper.units = units
            let content = AirportPage(
                Self.sources + [Reports.source], items: Reports.all, warnings: Self.warnings,
                hazards: Self.hazards, history: Reports.history(3))
            try check(content.html(on: paper), "airport-\(name)")
        }
    }

    @Test func `an airport with the winds of another, or only some records`() throws {
        let winds = Neighbor(
            Reports.item(Reports.winds, source: "winds@KBOS", key: "KBOS", title: "Boston"), metres: 140_000,
            bearing: 200)
        var paper = Self.paper
        paper.now = UTC(iso8601: "2026-11-22T00:00:00Z")!
        let late = AirportPage([], items: Array(Reports.all.prefix(2)), winds: winds)
        try check(late.html(on: paper), "airport-expired")
        try check(AirportPage(Self.sources, items: []).html(on: paper), "airport-empty")
    }

    @Test func `a briefing and its form`() throws {
        let stations = StationTable(Array("KPWM\t\tPortland <Intl>\t43.65\t-70.31\t15\tUS\tME\tMT\n".utf8))
        let runways = RunwayTable(Array("KPWM\t11/29 96 7200\n".utf8))
        let stops = ["KPWM", "KBOS"].map { BriefStop($0, in: stations, runways: runways) }
        let question = BriefQuestion(stops, at: Reports.now, stations: stations)
        var brief: Brief?
        let sources = [Reports.source, Self.source("sigmets-us", kind: "sigmet", [:])]
        question.answer(among: sources, at: Reports.now) { inquiry, receive in
            receive(inquiry.selector.kinds.contains("metar") ? Reports.all : [])
        } _: {
            brief = $0
        }
        let page = BriefContent(
            brief, stations: "KPWM KBOS", moment: "", preferences: Self.preferences)
        try check(page.html(on: Self.paper), "brief")
        let form = BriefContent(nil, stations: "<b>", moment: "\"", preferences: Self.preferences)
        try check(form.html(on: Self.paper), "brief-form")
    }

    @Test func `the forecast of a place`() throws {
        let content = ForecastContent(Self.place, source: Self.sources[0], warnings: Self.warnings)
        try check(content.html(on: Self.paper), "forecast")
        let sparse = Reports.item(
            Reports.forecast.without("daily").without("current").without("periods"), source: "forecast@home")
        try check(ForecastContent(sparse).html(on: Self.paper), "forecast-sparse")
    }

    @Test func `sources and their states`() throws {
        let table = SourceList(Self.sources, failures: Self.failures)
        try check(table.html(on: Self.paper), "sources")
        try check(SourceList([]).html(on: Self.paper), "sources-empty")
        let rejects = [
            ReportedReject([
                "line": 3, "offset": 12, "key": "k", "field": "city", "found": "<x>", "reason": "no text",
            ])
        ].compactMap(\.self)
        for source in Self.sources {
            let content = SourceContent(
                source, phases: [Phase(["realtimeUSec": 1_795_100_000_000_000])].compactMap(\.self),
                rejects: rejects, changes: Self.changes)
            try check(content.html(on: Self.paper), "source-\(source.kind ?? "")")
        }
    }

    @Test func `records`() throws {
        var view = RecordsContent.View()
        let all = { (view: RecordsContent.View) in
            RecordsContent(
                Self.sources[2], items: Self.schools, total: 500, all: 700, view: view,
                preferences: Self.preferences
            ).html(on: Self.paper)
        }
        try check(all(view), "records")
        view.group = "city"
        view.search = "a b"
        view.sort = "score"
        try check(all(view), "records-grouped")
        let reports = RecordsContent(
            Self.sources[0], items: [Reports.all[0]], total: 1, all: 1, view: .init(),
            preferences: Self.preferences)
        try check(reports.html(on: Self.paper), "records-reports")
    }

    @Test func `a record`() throws {
        let records = [Self.schools[1], Self.entries[0], Reports.all[0], Reports.all[1], Self.place]
        let news = Self.source("news", kind: "feed", [:])
        for (index, item) in records.enumerated() {
            let content = RecordContent(
                item, of: index == 1 ? news : Self.sources[2], changes: Self.changes,
                warnings: Self.warnings)
            try check(content.html(on: Self.paper), "record-\(index)")
        }
    }

    @Test func `lists of records`() throws {
        let cut = Cut(shown: 4, of: 7, "entries", advice: "more words find fewer")
        let found = SearchContent(
            "a <b>", items: Self.schools + Self.entries, cut: cut)
        try check(found.html(on: Self.paper), "search")
        for text in ["", "a"] {
            let none = SearchContent(text, items: [], cut: cut)
            try check(none.html(on: Self.paper), "search-none\(text)")
        }
        for entries in [Self.entries, []] {
            let news = NewsContent(entries, most: entries.count, cut: cut)
            try check(news.html(on: Self.paper), "news-\(entries.count)")
        }
    }

    @Test func `the start page`() throws {
        let sources =
            Self.sources
            + ["forecast@home": "forecast", "news": "feed"].sorted { $0.key < $1.key }
            .map { Self.source($0.key, kind: $0.value, ["fetchedUSec": 1_795_183_100_000_000]) }
        let content = StartContent(
            sources: sources, failures: Self.failures, warnings: Self.warnings,
            records: [Reports.all[0], Self.place] + Self.entries, changes: Self.changes,
            cut: Cut(shown: 2, of: 3))
        try check(content.html(on: Self.paper), "start")
        let empty = StartContent(sources: [], warnings: WarningAnswer(), records: [], changes: [])
        try check(empty.html(on: Self.paper), "start-empty")
        try check(HTML.message("No page & more", title: "Not <found>"), "message")
        let missing = HTML.missing("No page.", title: "Not found", named: "a&b", Self.preferences)
        try check(missing, "missing")
    }

    @Test func `the frame of a page, with all choices and without the bar`() throws {
        var preferences = Self.preferences
        for name in ["document", "document-kiosk"] {
            let document = HTMLDocument(
                title: "A & B", path: "/search?q=a", query: [("q", "a")], preferences: preferences,
                sources: ["*"], cursor: "a.1", assets: ["charts.css", "map.js"], feed: "/feed/a.atom")
            let page = String(decoding: document.html(HTML { $0.add("p", text: "x") }).bytes, as: UTF8.self)
            try compare(page, name)
            preferences.isKiosk = true
        }
    }
}

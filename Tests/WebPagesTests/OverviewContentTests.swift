import AlmanacValues
import Records
import Showing
import Testing
import WebPages

/// The pages of all warnings, appointments and changes: what they list, and what they do not claim.
@Suite struct OverviewContentTests {
    private static func source(_ name: String, _ kind: String, _ runtime: String = fresh) -> Source {
        Source(
            Reports.json(#"{"context": {"name": "\#(name)", "kind": "\#(kind)"}, "runtime": \#(runtime)}"#))!
    }

    private static let fresh =
        #"{"health": "fresh", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1795183100000000}"#
    private static let failing = """
        {"health": "failing", "records": 1, "rejected": 0, "generation": 1, "fetchedUSec": 1795183100000000,
        "failure": {"reason": "http", "message": "answered <503>", "realtimeUSec": 1, "count": 2}}
        """

    private static func warning(
        _ source: String, _ key: String, _ severity: String, _ members: JSON = [:]
    ) -> Warning {
        let data: JSON = ["phase": "in force", "severity": .string(severity)]
        let all = (members.object ?? []).reduce(data) { $0.with($1.name, $1.value) }
        return Warning(Reports.item(all, source: source, key: key, title: "\(severity) \(key)"))!
    }

    private func text(_ page: some Sheet) -> String {
        let html = page.html(on: Reports.paper())
        #expect(Markup(html).faults == [])
        return String(decoding: html.bytes, as: UTF8.self)
    }

    private func warnings(_ warnings: [Warning], asked: [Source], lost: [Gap] = []) -> String {
        text(WarningsContent(WarningAnswer(warnings, asked: asked, lost: lost)))
    }

    @Test func `warnings stand by source, that of the worst first`() throws {
        let page = warnings(
            [
                Self.warning("alerts-a", "1", "Minor"), Self.warning("alerts-b", "2", "Moderate"),
                Self.warning(
                    "alerts-b", "3", "Extreme", ["area": "Here & there", "web": "https://a.example/3"]),
                Self.warning("alerts-a", "over", "Severe", ["ends": "2026-11-20T14:00:00Z"]),
            ], asked: ["alerts-a", "alerts-b", "alerts-c"].map { Self.source($0, "alert") })
        #expect(page.contains("3 warnings: all 3 sources are current. The oldest answer is from "))
        let rest = "Sources without a known warning"
        let places = ["/data/alerts-b/3", "/data/alerts-b/2", "/data/alerts-a/1", rest]
            .compactMap { page.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 4 && places == places.sorted())
        #expect(page.contains("Here &amp; there"))
        #expect(page.contains(#"<a href="https://a.example/3" rel=""#))
        #expect(!page.contains("alerts-a/over"))
    }

    @Test func `there are no warnings only if every source is current`() {
        #expect(
            warnings([], asked: [Self.source("a", "alert")]).contains("No warnings: the source is current."))
        let failing = warnings(
            [], asked: [Self.source("a", "alert"), Self.source("b", "alert", Self.failing)])
        #expect(failing.contains("No warnings are known, but there may be some."))
        #expect(failing.contains("answered &lt;503&gt;"))
        #expect(warnings([], asked: []).contains("whether there are any is not known"))
        let waiting = Self.source("c", "alert", #"{"health": "empty", "records": 0}"#)
        #expect(warnings([], asked: [waiting]).contains(", no answer yet"))
        #expect(!failing.contains("no answer yet"))
        let some = warnings(
            [Self.warning("b", "1", "Severe")], asked: [Self.source("b", "alert", Self.failing)])
        #expect(some.contains("1 warning, and there may be others."))
        #expect(
            warnings([], asked: [Self.source("a", "alert")], lost: [WarningAnswer.lost("cut")])
                .contains("No warnings are known, but there may be some."))
    }

    @Test func `a terminal has the same sentence`() {
        let answer = WarningAnswer([], asked: [Self.source("b", "alert", Self.failing)])
        let lines = WarningsContent(answer).lines(on: Reports.paper()).map(\.plain)
        #expect(lines.contains("No warnings are known, but there may be some."))
    }

    private static func appointment(_ name: String, _ start: String, _ end: String) -> Item {
        Reports.item(
            ["summary": .string(name), "start": .string(start), "end": .string(end)], source: "calendar",
            key: String(name.prefix { $0 != " " }))
    }

    @Test func `appointments stand by day, without those that are over`() {
        let items = [
            Self.appointment("Lunch <b>", "2026-11-21T11:30:00Z", "2026-11-21T12:30:00Z"),
            Self.appointment("Over", "2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z"),
            Self.appointment("Running", "2026-11-20T13:00:00Z", "2026-11-20T15:00:00Z"),
        ]
        let content = CalendarContent(items, of: [Self.source("calendar", "calendar")])
        let page = text(content)
        let places = ["Fri 2026-11-20", "Running", "Sat 2026-11-21", "Lunch &lt;b&gt;"]
            .compactMap { page.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 4 && places == places.sorted())
        #expect(page.contains("today") && page.contains("13:00–15:00") && !page.contains("Over"))
        #expect(!page.contains("unknown:"))
        #expect(content.lines(on: Reports.paper()).map(\.plain).contains { $0.contains("Running") })
    }

    @Test func `nothing is planned only if every calendar is current`() throws {
        #expect(text(CalendarContent([], of: [])).contains("No calendar is kept"))
        let current = CalendarContent([], of: [Self.source("calendar", "calendar")])
        #expect(text(current).contains("Nothing is planned in the next 60 days.<"))
        // The shortest window counts.
        let settings = #""options": {"Calendar": {"Window": "1d 7d"}}"#
        let near = Reports.json(
            #"{"context": {"name": "near", "kind": "calendar", \#(settings)}, "runtime": \#(Self.fresh)}"#)
        let short = try #require(Source(near))
        let both = CalendarContent([], of: [Self.source("calendar", "calendar"), short])
        #expect(text(both).contains("Nothing is planned in the next 7 days.<"))
        let failing = CalendarContent([], of: [Self.source("calendar", "calendar", Self.failing)])
        #expect(text(failing).contains("Nothing is planned in what is known."))
        #expect(text(failing).contains("answered &lt;503&gt;"))
        let lines = failing.lines(on: Reports.paper()).map(\.plain)
        #expect(lines.last == "Nothing is planned in what is known.")
    }

    @Test func `a long calendar says how many appointments it does not show`() {
        let items = (0..<310).map {
            Self.appointment("n\($0)", "2026-11-21T11:30:00Z", "2026-11-21T12:30:00Z")
        }
        let page = text(CalendarContent(items, of: [Self.source("calendar", "calendar")]))
        #expect(page.ranges(of: "<li ").count == 300)
        #expect(page.contains("300 of 310 appointments"))
    }

    @Test func `changes stand by day, and say how far they go back`() {
        let changes = [FeedSamples.changed, FeedSamples.removed, FeedSamples.added]
        let page = text(HistoryContent(changes))
        #expect(page.contains("The newest 3 changes that the log has of all sources, back to "))
        #expect(page.ranges(of: "<li ").count == 3)
        #expect(text(HistoryContent([])).contains("No change is known yet."))
        #expect(HistoryContent(changes).lines(on: Reports.paper()).count >= 4)
        let lost = HistoryContent(changes, gaps: [Gap(source: "s", .remark("lost"))])
        #expect(text(lost).contains("unknown</span>: s: lost"))
    }

    @Test func `the changes of a record that was removed are no links`() {
        let links = { (changes: [Event]) in text(HistoryContent(changes)).ranges(of: "<a href=").count }
        let changes = [FeedSamples.removed, FeedSamples.added]
        let own = changes.filter { $0.item?.key == FeedSamples.removed.item?.key }
        #expect(links(own) == 0 && links([FeedSamples.added]) == 1)
    }

    @Test func `the changes of a record that was removed are no links on earlier days`() {
        let kinds = [("removed", 1_795_183_100_000_000), ("added", 1_795_010_300_000_000)]
        let changes = kinds.compactMap { kind, time in
            Event([
                "event": .string(kind), "cursor": .string("a.\(time)"), "source": "towns", "key": "1",
                "realtimeUSec": .int(time), "data": [:],
            ])
        }
        let page = text(HistoryContent(changes))
        #expect(page.ranges(of: "<h2>").count == 2 && page.ranges(of: "<li ").count == 2)
        #expect(!page.contains("<a href="), "\(page)")
    }
}

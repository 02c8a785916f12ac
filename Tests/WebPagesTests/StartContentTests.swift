import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct StartContentTests {
    @Test func `the most severe warnings come first, of these those that end first`() {
        let page = page([
            warning("1", "Minor", "Frost"), warning("2", "Extreme", "Tornado", ends: "2026-11-20T16:00:00Z"),
            warning("3", "Severe", "Thunderstorm"),
            warning("4", "Extreme", "Flood", ends: "2026-11-20T15:00:00Z"),
        ])
        #expect(Markup(page).faults == [])
        #expect(titles(page) == ["Flood", "Tornado", "Thunderstorm", "Frost"])
        let first = #"<strong class="grave">Extreme</strong>: <a href="/data/alerts/4">Flood</a> until "#
        #expect(text(page).contains(first))
    }

    @Test func `sources without data and failures of the daemon need attention`() throws {
        func text(_ runtime: JSON, _ failures: [DaemonFailure] = []) throws -> String {
            let source = try #require(Source(["context": ["name": "s"], "runtime": runtime]))
            let content = StartContent(
                sources: [source], failures: failures, warnings: WarningAnswer(), records: [],
                changes: [])
            let page = content.html(on: Reports.paper())
            #expect(Markup(page).faults == [])
            return self.text(page)
        }
        let failure: JSON = ["reason": "dns", "message": "no <host>", "realtimeUSec": 1, "count": 1]
        let failing = try text(["health": "empty", "failure": failure])
        #expect(failing.contains("1 failing"))
        #expect(failing.contains("no &lt;host&gt;"))
        #expect(try text(["health": "empty"]).contains("1 without data"))
        #expect(!(try text(["health": "fresh", "fetchedUSec": 1]).contains("Needs attention")))
        let full = try text(
            ["health": "fresh", "fetchedUSec": 1], [DaemonFailure("the disk is full", since: Reports.now)])
        #expect(full.contains("the disk is full"))
    }

    @Test func `changes that could not be loaded are not said to be none`() {
        func text(_ changes: [Event]?) -> String {
            let content = StartContent(
                sources: [], warnings: WarningAnswer(), records: [], changes: changes)
            let page = content.html(on: Reports.paper())
            #expect(Markup(page).faults == [])
            return self.text(page)
        }
        let none = "No change is known yet."
        let unknown = "The changes could not be loaded."
        #expect(text([]).contains(none) && !text([]).contains(unknown))
        #expect(text(nil).contains(unknown) && !text(nil).contains(none))
    }

    @Test func `a warning that is over is not shown`() {
        #expect(titles(page([warning("1", "Severe", "Gale", ends: "2026-11-20T14:06:59Z")])) == [])
        #expect(titles(page([warning("1", "Severe", "Gale", ends: "2026-11-20T14:07:01Z")])) == ["Gale"])
    }

    @Test func `a GeoJSON feature has its severity and end among its properties`() {
        let page = page([
            Reports.item(
                [
                    "geometry": StartContentTests.point,
                    "properties": ["severity": "moderate", "expires": "2026-11-20T15:00:00Z"],
                ], source: "alerts", key: "1", title: "Fog")
        ])
        #expect(titles(page) == ["Fog"])
        #expect(text(page).contains("<strong class=\"fair\">moderate</strong>"))
    }

    @Test func `a record needs a geometry and a severity to warn`() {
        let records: [JSON] = [
            ["severity": "Severe"], ["geometry": StartContentTests.point],
            ["severity": "", "geometry": StartContentTests.point],
            ["severity": 3, "geometry": StartContentTests.point], ["severity": "Severe", "geometry": "here"],
        ]
        for data in records {
            #expect(Warning(Reports.item(data, source: "alerts")) == nil, "\(data)")
        }
    }

    @Test func `at most twenty warnings are shown`() {
        let page = page((0..<50).map { warning("\($0)", "Severe", "Gale \($0)") })
        #expect(titles(page).filter { $0.hasPrefix("Gale") }.count == 20)
        #expect(text(page).contains("30 more"))
        #expect(!text(self.page([warning("1", "Severe", "Gale")])).contains("more"))
    }

    @Test func `what is unknown needs attention, with a warning or without`() throws {
        let source = try #require(
            Source(
                Reports.json(
                    """
                    {"context": {"name": "alerts", "kind": "alert"}, "runtime": {"health": "empty", "records": 0,
                     "failure": {"reason": "denied", "message": "<no> key", "realtimeUSec": 0}}}
                    """)))
        for items in [[], [warning("1", "Severe", "Gale")]] {
            let page = page(items, asked: [source])
            #expect(Markup(page).faults == [])
            #expect(titles(page) == items.map(\.name))
            #expect(text(page).contains("Needs attention"))
            #expect(text(page).contains(": alerts has no data: &lt;no&gt; key"))
        }
    }

    @Test func `hostile words stay text`() {
        let page = page([warning("</li><script>", "<img src=x>", "<script>alert(1)</script>")])
        #expect(Markup(page).faults == [])
        #expect(!text(page).contains("<script"))
        #expect(!text(page).contains("<img"))
    }

    private static let point: JSON = ["type": "Point", "coordinates": [-70.3, 43.6]]

    private func warning(_ key: String, _ severity: String, _ title: String, ends: String? = nil) -> Item {
        var data: JSON = ["severity": .string(severity), "geometry": StartContentTests.point]
        if let ends { data = data.with("ends", .string(ends)) }
        return Reports.item(data, source: "alerts", key: key, title: title)
    }

    private func page(_ items: [Item], asked: [Source] = []) -> HTML {
        let content = StartContent(
            sources: [], warnings: WarningAnswer(items.compactMap(Warning.init), asked: asked), records: [],
            changes: [])
        return content.html(on: Reports.paper())
    }

    /// Returns the titles of the warnings, in the order of the page.
    private func titles(_ page: HTML) -> [String] {
        let text = text(page)
        let list = text.firstRange(of: "id=\"attention\"").map { String(text[$0.upperBound...]) } ?? ""
        return list.split(separator: "\">").dropFirst().compactMap { part in
            part.firstRange(of: "</a>").map { String(part[..<$0.lowerBound]) }
        }
    }

    private func text(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }
}

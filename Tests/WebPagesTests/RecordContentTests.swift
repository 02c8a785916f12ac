import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct RecordContentTests {
    /// The relation of links to other sites.
    private let outside = "rel=\"noopener noreferrer external\""

    @Test func `a number with a declared maximum is a meter with its words`() {
        let page = text(page(["score": 950, "city": "Manhattan"]))
        #expect(
            page.contains(
                "<meter min=\"0\" max=\"800.0\" value=\"800.0\" aria-label=\"Score\"></meter> 950 of 800"))
        #expect(!page.contains("█"))
    }

    @Test func `a record with a position leads to the map with the user's units`() {
        let page = text(page([:]))
        #expect(page.contains("<a href=\"/map?units=metric#9/43.65/-70.31\">Show on the map</a>"))
    }

    @Test func `the history lists each difference`() {
        let page = page([:], changes: [FeedSamples.changed, FeedSamples.added])
        #expect(Markup(page).faults == [])
        #expect(text(page).contains("<li>Phone 01483 782500 → 01483 11</li><li>Fax gone (was 1)</li>"))
    }

    @Test func `a report is decoded, with its text`() {
        let content = RecordContent(
            Reports.all[0], of: Reports.source, changes: [])
        let page = text(content.html(on: Reports.paper()))
        #expect(page.contains("<dt>Wind</dt>"))
        #expect(page.contains("<code>KPWM 201351Z AUTO"))
    }

    @Test func `a forecast is drawn over time, with its history`() {
        let page = page(Reports.forecast, changes: [FeedSamples.added])
        #expect(Markup(page).faults == [])
        #expect(text(page).contains("Forecast over time"))
        #expect(text(page).contains("<h2>History</h2>"))
        #expect(text(page).ranges(of: "<h1").count == 1)
    }

    @Test func `the warnings at its position come before the members, the most severe first`() {
        let warnings = ["Minor", "Extreme"].compactMap { severity in
            Warning(
                Reports.item(
                    [
                        "ends": "2026-11-20T18:30:00Z", "event": "Flood",
                        "identifier": .string(severity), "phase": "in force", "severity": .string(severity),
                    ], source: "alerts", key: severity))
        }
        let page = page(["city": "York"], warnings: WarningAnswer(warnings))
        #expect(Markup(page).faults == [])
        let places = text(page).places(of: [
            "<h1>", "<strong class=\"grave\">Extreme</strong>: <a", "<strong>Minor</strong>: <a", "York",
        ])
        #expect(places.count == 4 && places == places.sorted())
        #expect(text(page).ranges(of: ">Flood</a> until").count == 2)
        #expect(text(page).contains("<a href=\"/data/alerts/Extreme?units=metric\">"))
        #expect(!text(self.page(["city": "York"])).contains("Warnings"))
    }

    @Test func `the page of a forecast has the warnings, too`() {
        let warning = Warning(
            Reports.item(["event": "Gale", "phase": "announced"], source: "alerts", key: "g"))
        let page = page(Reports.forecast, warnings: WarningAnswer([warning].compactMap(\.self)))
        #expect(Markup(page).faults == [])
        #expect(text(page).ranges(of: "<h2>Warnings</h2>").count == 1)
    }

    @Test func `warnings that may be missing are named before those that are known`() {
        let gap = WarningAnswer.lost("place not compared: zones-europe has no data")
        let warning = Warning(
            Reports.item(["event": "Gale", "phase": "announced"], source: "alerts", key: "g"))
        for warnings in [[], [warning].compactMap(\.self)] {
            for data in [["city": "York"], Reports.forecast] {
                let page = page(data, warnings: WarningAnswer(warnings, lost: [gap]))
                #expect(Markup(page).faults == [])
                let places = text(page).places(of: ["<h2>Warnings</h2>", "zones-europe has no data"])
                #expect(places.count == 2 && places == places.sorted())
                #expect(text(page).contains("/g?units=metric\">") == !warnings.isEmpty)
            }
        }
    }

    private func entry(_ data: JSON) -> HTML {
        let item = Reports.item(data, source: "news", key: "1")
        let content = RecordContent(item, of: FeedSamples.news, changes: [])
        return content.html(on: Reports.paper())
    }

    @Test func `an entry has its links, lists and quotations, and none of its own markup`() {
        let page = entry([
            "title": "T",
            "content": """
            <p onclick="x">a <a href="https://x.example/?a&amp;b" style="x">b &lt;c&gt;</a><br />d</p><script>y</script>
            <ol start="3"><li>one<ul><li>two</li></ul></li><li><p>three</p><p>more</p></li></ol><blockquote><p>q</p>
            <blockquote>r</blockquote></blockquote><pre>  e
             f</pre><a href="javascript:x()">g</a> <img alt="h" src="https://x.example/h.png" />
            """,
        ])
        #expect(Markup(page).faults == [])
        let html = text(page)
        #expect(
            html.contains(
                "<p>a <a href=\"https://x.example/?a&amp;b\" \(outside)>b &lt;c&gt;</a><br>d</p>"
                    + "<ol><li value=\"3\">one<ul><li>two</li></ul></li><li value=\"4\">three<p>more</p></li></ol>"
                    + "<blockquote><p>q</p><blockquote><p>r</p></blockquote></blockquote><pre>  e\n f</pre>"
                    + "<p>g <a href=\"https://x.example/h.png\" \(outside)>[image: h]</a></p>"
            ))
        #expect(!html.contains("<script") && !html.contains("javascript"))
    }

    @Test func `the files of an entry are links with their type and size`() {
        let page = entry([
            "title": "T",
            "enclosures": [
                ["url": "https://p.example/a.mp3", "type": "audio/mpeg", "length": 1_500_000],
                ["url": "javascript:x()"],
            ],
        ])
        #expect(Markup(page).faults == [])
        #expect(
            text(page).contains(
                "<dd><a href=\"https://p.example/a.mp3\" \(outside)>https://p.example/a.mp3</a>"
                    + " (audio/mpeg, 1.5 MB)</dd><dd>javascript:x()</dd>"))
    }

    private let source = Source(
        Reports.json(
            """
            {"context": {"name": "schools", "kind": "json", "options": {"Record": {"Bar": "score 800"}}},
             "runtime": {"health": "fresh", "records": 1}}
            """))!

    private func page(_ data: JSON, changes: [Event] = [], warnings: WarningAnswer = .init()) -> HTML {
        let item = Reports.item(data, source: "schools", key: "7")
        let content = RecordContent(
            item, of: source, changes: changes, warnings: warnings)
        var paper = Reports.paper()
        paper.link = { Preferences(units: .metric).link($0) }
        return content.html(on: paper)
    }

    private func text(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }
}

extension String {
    /// Returns the places at which texts begin, in the order of the texts, without those that are missing.
    fileprivate func places(of texts: [String]) -> [Int] {
        texts.compactMap { text in
            let bytes = Array(utf8)
            return bytes.indices.first { bytes[$0...].starts(with: text.utf8) }
        }
    }
}

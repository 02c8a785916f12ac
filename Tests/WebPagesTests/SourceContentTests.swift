import AlmanacValues
import Records
import Showing
import Testing
import WebPages

@Suite struct SourceContentTests {
    @Test func `the attempts over time are drawn and listed, newest first`() {
        let page = page([phase(6, nil), phase(5, "timeout"), phase(3, nil)])
        #expect(Markup(page).faults == [])
        let text = text(page)
        #expect(text.ranges(of: "class=\"phase failed\"").count == 1)
        #expect(text.ranges(of: "class=\"phase\"").count == 2)
        #expect(text.contains(" until now: <b>succeeded</b></li><li>"))
        #expect(text.contains(" for 2 h: <b>failed (timeout)</b>"))
    }

    @Test func `a source without an attempt has no chart`() {
        #expect(!text(page([])).contains("Attempts over time"))
    }

    @Test func `an unknown reason stays text`() {
        let page = page([phase(6, "<script>")])
        #expect(Markup(page).faults == [])
        #expect(text(page).contains("failed (&lt;script&gt;)"))
    }

    @Test func `the rhythm of the upstream is stated in the words of almanac status`() throws {
        let source = Source(
            try JSON(
                parsing: Array(
                    """
                    {"context": {"name": "metar@KPWM", "kind": "metar"}, "runtime": {"health": "fresh",
                     "records": 1, "rejected": 0, "generation": 3, "rhythm": {"learned": true,
                     "periodUSec": 3600000000, "phaseUSec": 3060000000, "lagUSec": 185000000,
                     "requestsPerDay": 74, "averageDelayUSec": 40000000}}}
                    """.utf8)))
        let page = SourceContent(
            try #require(source), rejects: [], changes: []
        )
        .html(on: Reports.paper())
        #expect(
            text(page).contains(
                "publishes about 3 min after :51; polled 74 times a day, "
                    + "seen 40 s after publication on average"))
    }

    /// Returns a phase that started some hours ago.
    private func phase(_ hours: Int64, _ reason: String?) -> Phase {
        let start = Reports.paper().now - .seconds(hours * 3600)
        return Phase(
            .members(["realtimeUSec": .int(start.microseconds), "reason": reason.map(JSON.string)]))!
    }

    private func page(_ phases: [Phase]) -> HTML {
        SourceContent(Reports.source, phases: phases, rejects: [], changes: [])
            .html(on: Reports.paper())
    }

    private func text(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }
}

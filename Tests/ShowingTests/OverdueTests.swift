import AlmanacValues
import Records
import Showing
import Testing

/// The words of the views about a source whose upstream is late.
@Suite struct OverdueTests {
    private static let rhythm = """
        {"learned": true, "periodUSec": 3600000000, "phaseUSec": 3060000000, "lagUSec": 185000000,
         "requestsPerDay": 74.0, "limitUSec": 300000000}
        """
    private static let overdue = """
        {"expectedUSec": \(Samples.at(13, 51)), "limitUSec": \(Samples.at(13, 56)),
         "checkedUSec": \(Samples.at(14, 0))}
        """
    private static let text =
        "overdue: usually published at :51, seen 3 min later; missing for 9 min, last asked 14:00Z"
    private let paper = Paper(width: 160, now: UTC(microseconds: Int64(Samples.at(14, 0))))

    /// Returns the state of a source that is late.
    ///
    /// - Parameters:
    ///   - members: More members, each before a comma.
    ///   - health: The health.
    ///   - overdue: The missing publication; empty for none.
    /// - Returns: The state as JSON.
    private static func runtime(
        _ members: String = "", health: String = "fresh", overdue: String = overdue
    ) -> String {
        """
        {"health": "\(health)", "records": 1, "rejected": 0, "generation": 1, \(members)
         "fetchedUSec": \(Samples.at(14, 0)), "expiresUSec": \(Samples.at(14, 8)),
         "rhythm": \(rhythm)\(overdue.isEmpty ? "" : ", \"overdue\": \(overdue)")}
        """
    }

    private func source(_ runtime: String = runtime()) -> Source {
        Samples.source(#"{"name": "metar@KPWM", "kind": "metar", "url": "https://example.org/"}"#, runtime)
    }

    private func text(_ page: any Showable) -> String {
        page.lines(on: paper).map(\.plain).joined(separator: "\n")
    }

    @Test func `lists, pages and notes say what is missing, and since when`() {
        let source = source()
        #expect(text(SourceList([source])).contains("  \(Self.text)"))
        #expect(text(SourcePage(source)).contains("Late     \(Self.text)"))
        #expect(text(SourceNote(source, isEmpty: false)) == "metar@KPWM is \(Self.text)")
        #expect(text(TopPage(.init([source]), height: 9)).contains("overdue: usually published"))
    }

    @Test func `nothing is said of a source that fails, has expired, or lacks nothing`() {
        let failure = """
            "failure": {"reason": "timeout", "message": "no answer", "realtimeUSec": 1, "count": 2},
            """
        let expired = Self.runtime().replacing("\(Samples.at(14, 8))", with: "\(Samples.at(13, 59))")
        let others = [Self.runtime(failure, health: "failing"), Self.runtime(overdue: ""), expired]
        for runtime in others {
            let source = source(runtime)
            #expect(!text(SourceList([source])).contains("overdue"))
            #expect(!text(SourceNote(source, isEmpty: false)).contains("overdue"))
            #expect(!text(BarText(source)).contains("overdue"))
        }
    }

    @Test func `a bar has the class overdue, and its tooltip the reason`() {
        let bar = text(BarText(source()))
        #expect(bar.contains(#""class":["mvfr","overdue"]"#))
        #expect(bar.contains(Self.text))
    }

    @Test func `a metric states how long it is missing, and 0 if nothing is`() {
        let now = UTC(microseconds: Int64(Samples.at(14, 0)))
        func metrics(_ runtime: String) -> String {
            Metrics(sources: [source(runtime)], at: now).text(.prometheus)
        }
        let name = #"almanac_source_overdue_seconds{source="metar@KPWM",kind="metar"}"#
        #expect(metrics(Self.runtime()).contains("\n\(name) 540\n"))
        #expect(metrics(Self.runtime(overdue: "")).contains("\n\(name) 0\n"))
        #expect(!metrics(Self.runtime(health: "failing")).contains(name))
        let young = Self.runtime(overdue: "").replacing(#", "limitUSec": 300000000"#, with: "")
        #expect(!metrics(young).contains(name))
    }

    @Test func `an event says that a source is overdue, and that it is fresh again`() {
        func line(_ runtime: String) -> String {
            let event = """
                {"event": "source", "cursor": "a.2", "realtimeUSec": \(Samples.at(14, 0)),
                 "source": "metar@KPWM", "runtime": \(runtime)}
                """
            return text(ChangeLine(Samples.event(event)))
        }
        #expect(line(Self.runtime()) == "14:00:00Z metar@KPWM is \(Self.text)")
        #expect(line(Self.runtime(overdue: "")) == "14:00:00Z metar@KPWM is fresh")
    }
}

/// The line of a source's report for Waybar.
private struct BarText: Showable {
    private let board: Board

    init(_ source: Source) { board = Board([Samples.report], of: [source]) }

    func lines(on paper: Paper) -> [Line] { [Line(board.waybar(paper))] }
}

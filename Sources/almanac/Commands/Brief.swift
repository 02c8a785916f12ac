import AlmanacClient
import AlmanacValues
import Programs
import Records
import Showing

extension Command {
    /// Shows a pilot's briefing.
    static let brief = Command(
        "brief", operands: "AIRPORT...", count: 1...BriefQuestion.mostStops,
        summary: "Show a pilot's briefing for airports and the way between them",
        details: [
            "For each airport, given as in show, in the order of the flight: METAR, TAF, the wind on its "
                + "runways, warnings, winds aloft, sun and civil twilight; and SIGMETs, AIRMETs and pilot "
                + "reports within 50 nautical miles of the way. Each product states when it was issued, its "
                + "age, and whether it is current, overdue, over, stale or unknown. All times are in UTC.",
            "Shows what the daemon keeps, and fetches nothing: a product that no source keeps is unknown. "
                + "The exit status is 4 unless all products are current.",
        ],
        options: [
            Option(
                "at", value: "TIME", summary: "moment of the flight, such as 1530Z or 301530Z (default now)"),
            .unlisted,
            Option("format", value: "table|json", summary: "output format"),
        ]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let airports = Airports(Folders(invocation), invocation)
        let now = output.paper.now
        let question = try BriefQuestion(
            airports.stops(invocation.operands), at: moment(invocation, now: now),
            stations: airports.stations)
        let brief = try BriefFinder(daemon, at: now).answer(to: question)
        if try isJSON(invocation) { output.write(brief.json(at: now)) } else { output.show(brief) }
        return brief.isComplete ? .success : .incomplete
    }

    private static func moment(_ invocation: Invocation, now: UTC) throws(CommandError) -> UTC {
        guard let text = invocation["at"] else { return now }
        guard let moment = UTC(briefed: text, now: now) else {
            throw .usage(
                "--at \(text) is not a time such as 1530Z, 301530Z or 2026-11-30T15:30:00Z", see: "brief")
        }
        return moment
    }

    private static func isJSON(_ invocation: Invocation) throws(CommandError) -> Bool {
        let format = try invocation.listFormat()
        guard format != "geojson" else {
            throw .usage("--format geojson is not one of table, json", see: "brief")
        }
        return format == "json"
    }
}

import Programs
import Records
import Showing

extension Command {
    /// Shows records.
    static let show = Command(
        "show", operands: "[SOURCE[/KEY]|AIRPORT]", count: 0...1,
        summary: "Show the records of a source, one record, or an airport's weather",
        details: [
            "For an airport, given by its identifier or words of its name such as heathrow, one page shows "
                + "its report, its forecast, SIGMETs and pilot reports, and the nearest winds aloft. The daemon fetches inactive "
                + "sources and retains them for a while.",
            "Without an argument, shows the previous page again.",
            "A format with names in braces prints one line for each record, and for an airport one line: "
                + "'{temperature} {flightRules}'. The names are those of watch, without event, cursor, "
                + "change and previous.",
            "With --at, the records are those that almanac had at a past moment, as far as its log of changes "
                + "reaches back; almanac.conf(5) describes Log=. If it does not, nothing is shown for that source, "
                + "and the exit status is 4.",
            Option.conditions,
        ],
        options: [
            .condition("'Sector = NHS'"),
            Option("near", value: "PLACE|LAT,LON|here", summary: "only records near this position"),
            Option.pick,
            Option("radius", value: "DISTANCE", summary: "search radius in your unit (default 50 km)"),
            Option("columns", value: "A,B", summary: "members to show as columns"),
            Option("group-by", value: "MEMBER", summary: "group by this member; - for no grouping"),
            Option("sort", value: "MEMBER", summary: "sort by this member (default: as in the document)"),
            Option("count", summary: "print the number of records, in each group of --group-by"),
            Option("sum", value: "A,B", summary: "print the sums of these members, in each group"),
            Option("mean", value: "A,B", summary: "print their means"),
            Option("min", value: "A,B", summary: "print their smallest values"),
            Option("max", value: "A,B", summary: "print their greatest values"),
            Option("limit", value: "COUNT", summary: "maximum number of records"),
            Option(
                "at", value: "MOMENT",
                summary: "show the records as they were then, such as yesterday, -1week, 2026-11-03 14:02"),
            Option("fresh", summary: "refresh the source first"), .unlisted,
            Option("follow", short: "f", summary: "show the page again after each change"),
            Option(
                "runway", value: "NUMBER|DEGREES", summary: "headwind and crosswind for a runway, 29 or 290"),
            Option("format", value: "table|json|geojson|csv|tsv|'{...}'", summary: "output format"),
        ]
    ) { invocation throws(CommandError) in
        let target = invocation.operands.isEmpty ? try LastShown.read() : invocation.operands[0]
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let command = try ShowCommand(
            target, invocation: invocation, daemon: daemon, output: output,
            airports: Airports(Folders(invocation), invocation))
        if let moment = try pastMoment(of: invocation) { return try command.show(at: moment) }
        let status = try command.show()
        LastShown.write(target)
        guard invocation.has("follow") else { return status }
        return try follow(command, daemon: daemon, output: output)
    }

    /// Returns the moment at which records are requested; `nil` for the present ones.
    ///
    /// - Throws: A complaint about a moment in the future, or about options that concern the present.
    private static func pastMoment(of invocation: Invocation) throws(CommandError) -> UTC? {
        guard let moment = try invocation.moment("at") else { return nil }
        if let option = ["fresh", "follow"].first(where: invocation.has) {
            throw .usage("--at cannot be combined with --\(option)", see: "show")
        }
        guard moment <= Terminal.now else {
            throw .usage("--at \(invocation["at"] ?? "") is in the future", see: "show")
        }
        return moment
    }

    /// Shows the page again after each change: in place on a terminal, otherwise below the previous one.
    private static func follow(
        _ command: ShowCommand, daemon: Daemon, output: Output
    ) throws(CommandError) -> CommandStatus {
        let signal = try ChangeSignal(for: command.followed(), daemon: daemon, output: output)
        while true {
            try signal.wait()
            Terminal.write(Terminal.isInteractive ? "\u{1B}[H\u{1B}[2J\u{1B}[3J" : "\n")
            do {
                _ = try command.show()
            } catch  where error.status == .unavailable || error.status == .temporary {
                Terminal.warn("almanac: \(visible(error.message)); waiting for it")
            }
        }
    }
}

import Records
import Showing

extension Command {
    /// Shows records.
    static let show = Command(
        "show", "[SOURCE[/KEY]|AIRPORT]", count: 0...1,
        "The records of a source, one record, or an airport's weather",
        details: [
            "An airport, KPWM in any case or words of its name such as heathrow, is one page of its report, its forecast "
                + "and the nearest winds aloft. What is not kept yet is asked for, and kept for a while.",
            "Without anything the last one is shown again.",
        ],
        options: [
            Option("where", value: "CONDITION", "only records such as 'Sector = NHS'; may be given again"),
            Option("near", value: "PLACE|LAT,LON|here", "only records around there"),
            Option("radius", value: "KILOMETRES", "so far around (default 50)"),
            Option("columns", value: "A,B", "these members as columns"),
            Option("group-by", value: "MEMBER", "in sections by this member; - for none"),
            Option("sort", value: "MEMBER", "rows in the order of this member"),
            Option("limit", value: "COUNT", "at most so many records"),
            Option("fresh", "ask the upstream first"),
            Option("follow", short: "f", "show it again whenever it changes"),
            Option("runway", value: "NUMBER|DEGREES", "the wind along and across a runway, 29 or 290"),
            Option("format", value: "table|json|geojson", "how records are written"),
        ]
    ) { session throws(Complaint) in
        let target =
            session.invocation.operands.isEmpty ? try LastShown.read() : session.invocation.operands[0]
        _ = try session.format()
        let shower = Shower(session, target)
        let status = try shower.show()
        LastShown.write(target)
        guard session.invocation.has("follow") else { return status }
        return try follow(shower, session)
    }
    /// Shows it again whenever it changes; on a terminal in its place, elsewhere below.
    private static func follow(_ shower: Shower, _ session: Session) throws(Complaint) -> ExitStatus {
        let signal = try ChangeSignal(session, shower.selection())
        while true {
            try signal.wait()
            Terminal.write(Terminal.isInteractive ? "\u{1B}[H\u{1B}[2J\u{1B}[3J" : "\n")
            do {
                _ = try shower.show()
            } catch  where error.status == .unavailable || error.status == .temporary {
                Terminal.warn("almanac: \(visible(error.message)); waiting for it")
            }
        }
    }
}

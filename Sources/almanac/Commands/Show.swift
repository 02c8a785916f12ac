import Records
import Showing

extension Command {
    /// Shows records.
    static let show = Command(
        "show", "[SOURCE[/KEY]|AIRPORT]", count: 0...1,
        "The records of a source, one record, or an airport's weather",
        details: [
            "An airport's identifier, such as KPWM in any case, shows its report, forecast and winds on one page.",
            "Without anything the last one is shown again.",
        ],
        options: [
            Option("where", value: "CONDITION", "only records such as 'Sector = NHS'; may be given again"),
            Option("columns", value: "A,B", "these members as columns"),
            Option("group-by", value: "MEMBER", "in sections by this member; - for none"),
            Option("sort", value: "MEMBER", "rows in the order of this member"),
            Option("limit", value: "COUNT", "at most so many records"),
            Option("fresh", "ask the upstream first"),
            Option("runway", value: "NUMBER|DEGREES", "the wind along and across a runway, 29 or 290"),
            Option("format", value: "table|json|geojson", "how records are written"),
        ]
    ) { session throws(Complaint) in
        let target =
            session.invocation.operands.isEmpty ? try LastShown.read() : session.invocation.operands[0]
        let format = session.invocation["format"]
        guard [nil, "table", "json", "geojson"].contains(format) else {
            throw .usage("--format \(format ?? "") is none of table, json, geojson", see: "show")
        }
        let status = try Shower(session, target).show()
        LastShown.write(target)
        return status
    }
}

import AlmanacClient
import AlmanacValues
import Showing

extension Command {
    /// Finds records by words.
    static let search = Command(
        "search", operands: "WORD...", count: 1...100,
        summary: "Find records that contain words, best match first",
        details: [
            "Words and beginnings of words, in any case: almanac search kent hosp",
            "If nothing is found, misspelt words are corrected: hosptial finds hospital.", Option.conditions,
        ],
        options: [
            Option("source", value: "GLOB", summary: "search only these sources; can be repeated"),
            .condition("'Sector = NHS'"),
            Option("limit", value: "COUNT", summary: "maximum number of records"),
            Option("format", value: "table|json|geojson", summary: "output format"),
        ]
    ) { invocation throws(CommandError) in
        let format = try invocation.listFormat()
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let items = try daemon.ask(
            .search(
                invocation.operands.joined(separator: " "), in: selector(of: invocation),
                limit: try invocation.count("limit"), isStrict: true))
        switch format {
        case "json": output.write(items.map(\.json))
        case "geojson": output.write(geoJSON(items))
        default: output.show(Matches(items))
        }
        return items.isEmpty ? .failure : .success
    }

    /// Finds records by distance.
    static let near = Command(
        "near", operands: "PLACE|LAT,LON|here", count: 1...100,
        summary: "List records by their distance from a place, nearest first",
        details: [
            "LAT,LON are degrees; here is the position of Here= in [Client] of almanac.conf. Sources of "
                + "Kind=places look up a PLACE; if several have the name, they are listed.",
            "Distances are in kilometres, or in the unit of Units= in [Client]: nautical miles for aviation, "
                + "miles for imperial. --units sets it for one command.",
            Option.conditions,
        ],
        options: [
            Option("source", value: "GLOB", summary: "search only these sources; can be repeated"),
            .condition("'Sector = NHS'"),
            Option.pick,
            Option(
                "radius", value: "DISTANCE", summary: "maximum distance in your unit, or 10km, 10nm, 10mi"),
            Option("limit", value: "COUNT", summary: "maximum number of records"),
            Option("format", value: "table|json|geojson", summary: "output format"),
        ]
    ) { invocation throws(CommandError) in
        let format = try invocation.listFormat()
        let output = try Output(invocation)
        let radius = try invocation.radius(in: output.distanceUnit)
        let number = try invocation.count("pick")
        let daemon = try Daemon(invocation)
        let place = try Whereabouts(daemon, output)
            .position(describedBy: invocation.operands.joined(separator: " "), pick: number)
        let neighbors = try daemon.ask(
            .nearby(
                place, radius: radius, in: selector(of: invocation),
                limit: try invocation.count("limit"), isStrict: true))
        switch format {
        case "json": output.write(neighbors.map(\.json))
        case "geojson": output.write(geoJSON(neighbors.map(\.item)))
        default: output.show(Neighbors(neighbors))
        }
        return neighbors.isEmpty ? .failure : .success
    }

    private static func selector(of invocation: Invocation) -> Selector {
        Selector(sources: invocation.all("source"), conditions: invocation.all("where"))
    }
}

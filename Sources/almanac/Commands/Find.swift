import AlmanacClient
import AlmanacValues
import Programs
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
            Option("limit", value: "COUNT", summary: "maximum number of records (default 20, at most 1000)"),
            Option("format", value: "table|json|geojson", summary: "output format"),
        ]
    ) { invocation throws(CommandError) in
        let format = try invocation.listFormat()
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let request = Request<SearchResult<Item>>.search(
            invocation.operands.joined(separator: " "), in: selector(of: invocation),
            limit: try invocation.count("limit", most: mostFound), isStrict: true)
        let sources = try searched(by: invocation, daemon)
        let result = try daemon.ask(request)
        let (items, gaps) = (result.elements, missing(in: sources, result, invocation, daemon))
        let cut = daemon.cut(items.count, limit: try limit(of: invocation), of: request)
        switch format {
        case "json": output.write(items.map(\.json) + [gaps.unknownJSON].compactMap(\.self))
        case "geojson": output.write(geoJSON(items))
        default: output.show(PageSequence([Matches(items, isWhole: gaps.isEmpty), cut, GapList(gaps)]))
        }
        if format != "table" { output.warn(cut) }
        if format == "geojson" { output.warn(of: gaps) }
        return status(items.count, gaps)
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
            Option("limit", value: "COUNT", summary: "maximum number of records (default 20, at most 1000)"),
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
        let request = Request<SearchResult<Neighbor>>.nearby(
            place, radius: radius, in: selector(of: invocation),
            limit: try invocation.count("limit", most: mostFound), isStrict: true)
        let sources = try searched(by: invocation, daemon)
        let result = try daemon.ask(request)
        let neighbors = result.elements
        let gaps =
            missing(in: sources, result, invocation, daemon) + sources.compactMap(\.unplacedGap)
        let cut = daemon.cut(neighbors.count, limit: try limit(of: invocation), of: request)
        switch format {
        case "json": output.write(neighbors.map(\.json) + [gaps.unknownJSON].compactMap(\.self))
        case "geojson": output.write(geoJSON(neighbors.map(\.item)))
        default:
            let list = Neighbors(neighbors, isWhole: gaps.isEmpty)
            output.show(PageSequence([list, cut, GapList(gaps)]))
        }
        if format != "table" { output.warn(cut) }
        if format == "geojson" { output.warn(of: gaps) }
        return status(neighbors.count, gaps)
    }

    /// The maximum number of records in one answer of the daemon, and their number without a limit.
    private static let mostFound = 1000
    private static let usualFound = 20

    /// Returns the searched sources.
    ///
    /// - Throws: A complaint if a glob of `--source` matches no source.
    private static func searched(
        by invocation: Invocation, _ daemon: Daemon
    ) throws(CommandError) -> [Source] {
        try daemon.sources(invocation.all("source")).filter(\.hasRecords)
    }

    /// Returns the reasons why the answer of a search may lack records that the upstreams have.
    private static func missing<Element: Sendable>(
        in sources: [Source], _ result: SearchResult<Element>, _ invocation: Invocation, _ daemon: Daemon
    ) -> [Gap] {
        let isEmpty = result.elements.isEmpty
        let vanished = isEmpty ? daemon.vanished(comparedBy: invocation.all("where"), in: sources) : []
        return sources.flatMap { $0.gaps(withUnread: isEmpty) } + vanished + [result.gap].compactMap(\.self)
    }

    /// Returns the exit status of a list: that nothing was found can be said only if nothing is unknown.
    private static func status(_ count: Int, _ gaps: [Gap]) -> CommandStatus {
        guard gaps.isEmpty else { return .incomplete }
        return count == 0 ? .failure : .success
    }

    private static func limit(of invocation: Invocation) throws(CommandError) -> Int {
        try invocation.count("limit") ?? usualFound
    }

    private static func selector(of invocation: Invocation) -> Selector {
        Selector(sources: invocation.all("source"), conditions: invocation.all("where"))
    }
}

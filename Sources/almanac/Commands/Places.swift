import AlmanacClient
import AlmanacValues
import Programs
import Records
import Showing

extension Command {
    /// Finds places by name, by position or by identifier.
    static let place = Command(
        "place", operands: "NAME|LAT,LON|ID", count: 1...100,
        summary: "Find the position of a place, or the places at a position",
        details: [
            "Queries sources of Kind=places, such as the one installed with almanac: almanac enable places",
            "LAT,LON are degrees, or here for the position of Here= in [Client] of almanac.conf. ID is an "
                + "identifier that place or suggest printed, SOURCE/KEY.",
        ],
        options: [
            Option("limit", value: "COUNT", summary: "maximum number of places"),
            Option("format", value: "table|json|geojson", summary: "output format"),
        ]
    ) { invocation throws(CommandError) in
        let format = try invocation.listFormat()
        let text = invocation.operands.joined(separator: " ")
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        if isIdentifier(text) {
            let place = try daemon.ask(.place(identifier: text))
            switch format {
            case "json": output.write(place.json)
            case "geojson": output.write(geoJSON([place]))
            default: output.show(PlacePage(place))
            }
            return .success
        }
        let limit = try invocation.count("limit", most: 1000)
        let places = try find(text, limit: limit, through: daemon, output: output)
        let cut = Cut(first: places.count, limit: limit, "places")
        switch format {
        case "json": output.write(places.map(\.json))
        case "geojson": output.write(geoJSON(places))
        default: output.show(PlaceList(places))
        }
        output.warn(cut)
        return places.isEmpty ? .failure : .success
    }

    /// Suggests completions of a text.
    static let suggest = Command(
        "suggest", operands: "TEXT", count: 1...100,
        summary: "Suggest completions of a text: titles of records, then places",
        details: [
            "Needs at least four characters. almanac place IDENTIFIER shows the position of a suggestion."
        ],
        options: [Option("limit", value: "COUNT", summary: "maximum number of each (default 10)")]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let limit = try invocation.count("limit", most: 1000)
        let result = try daemon.ask(
            .suggestions(for: invocation.operands.joined(separator: " "), limit: limit))
        let (suggestions, gaps) = (result.elements, result.gaps)
        let cut = Cut(first: suggestions.count, limit: limit, "suggestions")
        if output.json != nil {
            output.write(suggestions.map(\.json) + [gaps.unknownJSON].compactMap(\.self))
            output.warn(cut)
        } else {
            let list = SuggestionList(suggestions, isWhole: gaps.isEmpty)
            output.show(PageSequence([list, cut, GapList(gaps)]))
        }
        guard gaps.isEmpty else { return .incomplete }
        return suggestions.isEmpty ? .failure : .success
    }

    private static func find(
        _ text: String, limit: Int?, through daemon: Daemon, output: Output
    ) throws(CommandError) -> [Place] {
        let whereabouts = Whereabouts(daemon, output)
        guard let position = try whereabouts.position(writtenAs: text) else {
            return try daemon.ask(.places(named: text, limit: limit))
        }
        return try daemon.ask(.places(at: position, limit: limit))
    }

    private static func isIdentifier(_ text: String) -> Bool {
        let (source, key) = RecordKey.split(text)
        return key?.isEmpty == false && SourceName(source) != nil
    }
}

extension Cut {
    /// Makes the remark on the first results of a place service or of an index, neither of which counts all.
    fileprivate init(first count: Int, limit: Int?, _ noun: String) {
        let usual = 10
        self.init(
            shown: count, of: count < limit ?? usual ? count : nil, noun,
            advice: "a longer text or --limit shows others")
    }
}

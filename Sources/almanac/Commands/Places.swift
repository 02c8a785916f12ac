import Records
import Showing

extension Command {
    /// Finds places by name, by position or by identifier.
    static let place = Command(
        "place", "NAME|LAT,LON|ID", count: 1...100,
        "Where a place is, or which places are at a position",
        details: [
            "Sources of Kind=places are asked, such as the one that comes with almanac: almanac enable places",
            "LAT,LON are degrees, or here, as Here= in [Client] of almanac.conf says. An ID is one that this or suggest "
                + "told, SOURCE/KEY.",
        ],
        options: [
            Option("limit", value: "COUNT", "at most so many"),
            Option("format", value: "table|json|geojson", "how places are written"),
        ]
    ) { session throws(Complaint) in
        let format = try session.format()
        let text = session.invocation.operands.joined(separator: " ")
        if isIdentifier(text) { return try showPlace(text, format, session) }
        let answer = try find(text, session)
        let places = answer["places"]?.array ?? []
        switch format {
        case "json": session.output.write(places)
        case "geojson": session.output.write(geoJSON(places.compactMap(Place.init)))
        default: session.output.show(PlaceList(places.compactMap(Place.init)))
        }
        return places.isEmpty ? .failure : .success
    }

    /// Completes what somebody types.
    static let suggest = Command(
        "suggest", "TEXT", count: 1...100, "What a text may become: names of records, then places",
        details: ["Four characters or more. almanac place IDENTIFIER tells where one is."],
        options: [Option("limit", value: "COUNT", "at most so many of each")]
    ) { session throws(Complaint) in
        let answer = try session.daemon.ask(
            "Suggest",
            .members([
                "prefix": .string(session.invocation.operands.joined(separator: " ")),
                "limit": try session.count("limit").map { .int($0) },
            ]))
        let suggestions = answer["suggestions"]?.array ?? []
        if session.output.json != nil {
            session.output.write(suggestions)
        } else {
            session.output.show(SuggestionList(suggestions))
        }
        return suggestions.isEmpty ? .failure : .success
    }

    private static func find(_ text: String, _ session: Session) throws(Complaint) -> JSON {
        let limit = try session.count("limit").map { JSON.int($0) }
        guard let position = try session.position(text) else {
            return try session.daemon.ask("Geocode", .members(["text": .string(text), "limit": limit]))
        }
        return try session.daemon.ask(
            "ReverseGeocode",
            .members([
                "latitude": .double(position.latitude), "longitude": .double(position.longitude),
                "limit": limit,
            ]))
    }

    private static func isIdentifier(_ text: String) -> Bool {
        let (source, key) = RecordKey.split(text)
        return key?.isEmpty == false && SourceName(source) != nil
    }

    private static func showPlace(
        _ identifier: String, _ format: String, _ session: Session
    ) throws(Complaint) -> ExitStatus {
        let place = try session.daemon.ask("GetPlace", ["identifier": .string(identifier)])["place"] ?? .null
        switch format {
        case "json": session.output.write(place)
        case "geojson": session.output.write(geoJSON([place].compactMap(Place.init)))
        default: if let place = Place(place) { session.output.show(PlacePage(place)) }
        }
        return .success
    }
}

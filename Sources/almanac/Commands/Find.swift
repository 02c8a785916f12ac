import Records
import Showing

extension Command {
    /// Finds records by words.
    static let search = Command(
        "search", "WORD...", count: 1...100, "Records that hold words, the best first",
        details: ["Words and beginnings of words, in any case: almanac search kent hosp"],
        options: [
            Option("source", value: "GLOB", "only in these sources; may be given again"),
            Option("limit", value: "COUNT", "at most so many"),
            Option("format", value: "table|json|geojson", "how records are written"),
        ]
    ) { session throws(Complaint) in
        let format = try session.format()
        let answer = try session.daemon.ask(
            "Search",
            .members([
                "text": .string(session.invocation.operands.joined(separator: " ")),
                "selector": sources(session), "limit": try session.count("limit").map { .int($0) },
            ]))
        let records = answer["records"]?.array ?? []
        switch format {
        case "json": session.output.write(records)
        case "geojson": session.output.write(geoJSON(records.compactMap(Item.init)))
        default: session.output.show(Matches(records.compactMap(Item.init)))
        }
        return records.isEmpty ? .failure : .success
    }

    /// Finds records by distance.
    static let near = Command(
        "near", "PLACE|LAT,LON|here", count: 1...100,
        "Records by their distance from a place, the nearest first",
        details: [
            "LAT,LON are degrees; here is what Here= in [Client] of almanac.conf says. A PLACE is looked up by sources of "
                + "Kind=places."
        ],
        options: [
            Option("source", value: "GLOB", "only in these sources; may be given again"),
            Option("radius", value: "KILOMETRES", "at most so far"),
            Option("limit", value: "COUNT", "at most so many"),
            Option("format", value: "table|json|geojson", "how records are written"),
        ]
    ) { session throws(Complaint) in
        let (format, radius) = try (session.format(), session.radius())
        let place = try session.whereabouts(session.invocation.operands.joined(separator: " "))
        let answer = try session.daemon.ask(
            "Nearby",
            .members([
                "latitude": .double(place.latitude), "longitude": .double(place.longitude),
                "radiusMeters": radius, "selector": sources(session),
                "limit": try session.count("limit").map { .int($0) },
            ]))
        let neighbors = answer["neighbors"]?.array ?? []
        switch format {
        case "json": session.output.write(neighbors)
        case "geojson": session.output.write(geoJSON(neighbors.compactMap(Neighbor.init).map(\.item)))
        default: session.output.show(Neighbors(neighbors))
        }
        return neighbors.isEmpty ? .failure : .success
    }

    private static func sources(_ session: Session) -> JSON? {
        let globs = session.invocation.all("source")
        return globs.isEmpty ? nil : Selection(sources: globs).json
    }
}

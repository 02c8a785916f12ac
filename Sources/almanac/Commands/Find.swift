import Records
import Showing

extension Command {
    /// Finds records by words.
    static let search = Command(
        "search", "WORD...", count: 1...100, "Records that hold words, the best first",
        options: [
            Option("source", value: "GLOB", "only in these sources; may be given again"),
            Option("limit", value: "COUNT", "at most so many"),
        ]
    ) { session throws(Complaint) in
        let answer = try session.daemon.ask(
            "Search",
            .members([
                "text": .string(session.invocation.operands.joined(separator: " ")),
                "selector": sources(session), "limit": try session.count("limit").map { .int($0) },
            ]))
        let records = answer["records"]?.array ?? []
        if session.output.json != nil {
            session.output.write(records)
        } else {
            session.output.show(Matches(records.compactMap(Item.init)))
        }
        return records.isEmpty ? .failure : .success
    }

    /// Finds records by distance.
    static let near = Command(
        "near", "LATITUDE,LONGITUDE|here", count: 1...1,
        "Records by their distance from a place, the nearest first",
        details: ["here is what Here= in [Client] of almanac.conf says."],
        options: [
            Option("source", value: "GLOB", "only in these sources; may be given again"),
            Option("radius", value: "KILOMETRES", "at most so far"),
            Option("limit", value: "COUNT", "at most so many"),
        ]
    ) { session throws(Complaint) in
        let place = try place(session)
        let answer = try session.daemon.ask(
            "Nearby",
            .members([
                "latitude": .double(place.latitude), "longitude": .double(place.longitude),
                "radiusMeters": try session.count("radius").map { .int($0 * 1000) },
                "selector": sources(session), "limit": try session.count("limit").map { .int($0) },
            ]))
        let neighbors = answer["neighbors"]?.array ?? []
        if session.output.json != nil {
            session.output.write(neighbors)
        } else {
            session.output.show(Neighbors(neighbors))
        }
        return neighbors.isEmpty ? .failure : .success
    }

    private static func sources(_ session: Session) -> JSON? {
        let globs = session.invocation.all("source")
        return globs.isEmpty ? nil : Selection(sources: globs).json
    }

    private static func place(_ session: Session) throws(Complaint) -> Position {
        let text = session.invocation.operands[0]
        if text == "here" {
            guard let here = session.output.here else {
                throw Complaint(
                    .configuration, "where here is, is not known",
                    hints: ["set it in almanac.conf: [Client] Here=43.65,-70.31"])
            }
            return here
        }
        guard let place = Position(said: text) else {
            throw .usage("\"\(text)\" is no place: degrees north and east, such as 43.65,-70.31", see: "near")
        }
        return place
    }
}

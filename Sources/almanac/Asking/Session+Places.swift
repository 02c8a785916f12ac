import Records
import Showing

extension Session {
    /// Where a text says: `here`, degrees, or a place that a service of places knows by that name.
    ///
    /// - Throws: When there is no such place, or nobody who could know.
    func whereabouts(_ text: String) throws(Complaint) -> Position {
        if let position = try position(text) { return position }
        let answer = try daemon.ask("Geocode", ["text": .string(text), "limit": 1])
        guard let found = answer["places"]?.array?.first.flatMap(Place.init) else {
            throw Complaint(
                .failure, "no place \"\(text)\" is known", hints: ["degrees work, such as 43.65,-70.31"])
        }
        return found.position
    }

    /// What `--near` and `--radius` stand for, as the interface's `Circle`; `nil` without the first.
    ///
    /// - Throws: When one of them makes no sense, or the place is not known.
    func circle() throws(Complaint) -> JSON? {
        let radius = try radius() ?? Session.usualRadius
        guard let text = invocation["near"] else { return nil }
        let centre = try whereabouts(text)
        return [
            "latitude": .double(centre.latitude), "longitude": .double(centre.longitude),
            "radiusMeters": radius,
        ]
    }

    /// How far is near where nothing says, metres.
    private static let usualRadius: JSON = 50_000

    /// The position of two numbers; `nil` for what is something else.
    ///
    /// - Throws: When they are no degrees.
    private static func degrees(_ text: String) throws(Complaint) -> Position? {
        if let position = Position(said: text) { return position }
        let numbers = text.split { $0 == "," || $0 == " " }
        guard numbers.count == 2, numbers.allSatisfy({ Double($0) != nil }) else { return nil }
        throw .usage("\(text) is no position: degrees north, at most 90, and degrees east, at most 180")
    }

    /// Where a text says that is `here` or degrees; `nil` when it is neither.
    ///
    /// - Throws: When nobody said where here is.
    func position(_ text: String) throws(Complaint) -> Position? {
        guard text == "here" else { return try Session.degrees(text) }
        guard let here = output.here else {
            throw Complaint(
                .configuration, "it is not known where here is",
                hints: ["set it in almanac.conf: [Client] Here=43.65,-70.31"])
        }
        return here
    }
}

import AlmanacClient
import AlmanacValues
import Records
import Showing

/// Finds the position that a user's text describes: `here`, coordinates, or the name of a place.
struct Whereabouts {
    private let daemon: Daemon
    private let output: Output

    /// - Parameters:
    ///   - daemon: The daemon, which knows the names of places.
    ///   - output: The output, which knows the user's position and unit of distances.
    init(_ daemon: Daemon, _ output: Output) {
        self.daemon = daemon
        self.output = output
    }

    /// Returns the position that a text describes.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - number: The number of the place to take if several have the name, counted from 1; `nil` if the
    ///     user chose none.
    /// - Returns: The position.
    /// - Throws: A complaint if there is no such place, no place service, or a choice between several places.
    func position(describedBy text: String, pick number: Int?) throws(CommandError) -> Position {
        if let position = try position(writtenAs: text) { return position }
        let places = try daemon.ask(.places(named: text))
        guard !places.isEmpty else {
            throw CommandError(
                .failure, "no place \"\(text)\" is known",
                hints: ["a position in degrees also works, such as 43.65,-70.31"])
        }
        guard let number = number ?? (places.count == 1 ? 1 : nil), number <= places.count else {
            throw Whereabouts.several(text, places)
        }
        return places[number - 1].position
    }

    /// Makes a complaint that lists the places with a name.
    private static func several(_ text: String, _ places: [Place]) -> CommandError {
        let list = places.enumerated().map { index, place in
            let detail = place.detail.map { ", \($0)" } ?? ""
            let latitude = JSONWriter.shortest(place.position.latitude)
            let longitude = JSONWriter.shortest(place.position.longitude)
            let space = index < 9 ? " " : ""
            return "\(space)\(index + 1)  \(place.name)\(detail) (\(latitude),\(longitude))"
        }
        let count = places.count == 1 ? "only this place" : "one of \(places.count) places"
        return CommandError(
            .usage, "\"\(text)\" may be \(count)",
            hints: list + ["to take one of them: --pick \(min(2, places.count))"])
    }

    /// Returns the position of `here` or of coordinates; `nil` for other text.
    ///
    /// - Throws: A complaint if the user's position is not set, or if numbers are not degrees.
    func position(writtenAs text: String) throws(CommandError) -> Position? {
        guard text == "here" else { return try Whereabouts.degrees(text) }
        guard let here = output.here else {
            throw CommandError(
                .configuration, "the position of \"here\" is not set",
                hints: ["set it in almanac.conf: [Client] Here=43.65,-70.31"])
        }
        return here
    }

    /// Returns the circle of `--near` and `--radius`; `nil` without `--near`.
    ///
    /// - Parameters:
    ///   - invocation: The command line.
    ///   - usual: The radius without `--radius`, in metres.
    /// - Returns: The circle.
    /// - Throws: A complaint if a value is invalid or the place is unknown.
    func circle(
        of invocation: Invocation, usual: Double = usualRadius
    ) throws(CommandError) -> Selector.Circle? {
        let radius = try invocation.radius(in: output.distanceUnit) ?? usual
        let number = try invocation.count("pick")
        guard let text = invocation["near"] else { return nil }
        return Selector.Circle(centre: try position(describedBy: text, pick: number), radius: radius)
    }

    /// The default search radius, in metres.
    static let usualRadius = 50_000.0

    /// Returns the position of two numbers; `nil` if the text is something else.
    ///
    /// - Throws: A complaint if they are not degrees.
    private static func degrees(_ text: String) throws(CommandError) -> Position? {
        if let position = Position(said: text) { return position }
        let numbers = text.split { $0 == "," || $0 == " " }
        guard numbers.count == 2, numbers.allSatisfy({ Double($0) != nil }) else { return nil }
        throw .usage("\(text) is not a position: degrees north, at most 90, and degrees east, at most 180")
    }
}

import AlmanacClient
import AlmanacValues
import Records
import Showing

/// Finds the position that a user's text describes: `here`, coordinates, or the name of a place.
struct Whereabouts {
    private let daemon: Daemon
    private let here: Position?

    /// - Parameters:
    ///   - daemon: The daemon, which knows the names of places.
    ///   - here: The user's position; `nil` if it is not set.
    init(_ daemon: Daemon, here: Position?) {
        self.daemon = daemon
        self.here = here
    }

    /// Returns the position that a text describes.
    ///
    /// - Throws: A complaint if there is no such place, or no place service.
    func position(describedBy text: String) throws(CommandError) -> Position {
        if let position = try position(writtenAs: text) { return position }
        guard let found = try daemon.ask(.places(named: text, limit: 1)).first else {
            throw CommandError(
                .failure, "no place \"\(text)\" is known",
                hints: ["a position in degrees also works, such as 43.65,-70.31"])
        }
        return found.position
    }

    /// Returns the position of `here` or of coordinates; `nil` for other text.
    ///
    /// - Throws: A complaint if the user's position is not set, or if numbers are not degrees.
    func position(writtenAs text: String) throws(CommandError) -> Position? {
        guard text == "here" else { return try Whereabouts.degrees(text) }
        guard let here else {
            throw CommandError(
                .configuration, "the position of \"here\" is not set",
                hints: ["set it in almanac.conf: [Client] Here=43.65,-70.31"])
        }
        return here
    }

    /// Returns the circle of `--near` and `--radius`; `nil` without `--near`.
    ///
    /// - Throws: A complaint if a value is invalid or the place is unknown.
    func circle(of invocation: Invocation) throws(CommandError) -> Selector.Circle? {
        let radius = try invocation.radius() ?? Whereabouts.usualRadius
        guard let text = invocation["near"] else { return nil }
        return Selector.Circle(centre: try position(describedBy: text), radius: radius)
    }

    /// The default search radius, in metres.
    private static let usualRadius = 50_000.0

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

public import Records

/// A place as io.almanac tells.
public struct Place: Sendable {
    /// What it can be asked for by again.
    public let identifier: String
    /// What a person calls it.
    public let name: String
    /// Where that is, such as the rest of its address; `nil` when nothing more is known.
    public let detail: String?
    /// Where it is.
    public let position: Position

    /// Reads what the daemon says; `nil` when it says something else.
    public init?(_ json: JSON) {
        guard let identifier = json["identifier"]?.string, let name = json["name"]?.string,
            let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double,
            let position = Position(latitude: latitude, longitude: longitude)
        else { return nil }
        (self.identifier, self.name, self.position) = (identifier, name, position)
        detail = json["detail"]?.string
    }
}

extension Position {
    /// The position as a link that a map program opens, to a tenth of a metre.
    ///
    /// Source: RFC 5870.
    var link: String { "geo:\(shown(latitude)),\(shown(longitude))" }

    private func shown(_ degrees: Double) -> String {
        JSONWriter.shortest((degrees * 1_000_000).rounded() / 1_000_000)
    }
}

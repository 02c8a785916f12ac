public import Records

/// A place of io.almanac.
public struct Place: Sendable {
    /// The identifier for GetPlace.
    public let identifier: String
    /// The name of the place.
    public let name: String
    /// More about the location, such as the rest of the address; `nil` if unknown.
    public let detail: String?
    /// The position of the place.
    public let position: Position
    /// The place as received from the daemon.
    public let json: JSON

    /// Parses a place; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let identifier = json["identifier"]?.string, let name = json["name"]?.string,
            let latitude = json["latitude"]?.double, let longitude = json["longitude"]?.double,
            let position = Position(latitude: latitude, longitude: longitude)
        else { return nil }
        self.identifier = identifier
        self.name = name
        self.position = position
        self.json = json
        detail = json["detail"]?.string
    }
}

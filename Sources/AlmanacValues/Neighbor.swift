public import Records

/// A record and its distance.
public struct Neighbor: Sendable {
    /// The record.
    public let item: Item
    /// The distance, in metres.
    public let metres: Double
    /// The direction, in true degrees; 0 if not given.
    public let bearing: Double
    /// The neighbour as received from the daemon; `null` if it was made by this program.
    public let json: JSON

    /// Parses a neighbour; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let item = json["record"].flatMap(Item.init), let metres = json["distanceMeters"]?.double else {
            return nil
        }
        self.item = item
        self.metres = metres
        bearing = json["bearingDegrees"]?.double ?? 0
        self.json = json
    }

    /// Makes a neighbour of its parts.
    public init(_ item: Item, metres: Double, bearing: Double) {
        self.item = item
        self.metres = metres
        self.bearing = bearing
        json = .null
    }
}

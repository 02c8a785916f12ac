public import Records

/// A record and how far away it is.
public struct Neighbor: Sendable {
    /// The record.
    public let item: Item
    /// How far away, metres.
    public let metres: Double
    /// In which direction, true degrees; 0 when not said.
    public let bearing: Double

    /// Reads what the daemon says; `nil` when it says something else.
    public init?(_ json: JSON) {
        guard let item = json["record"].flatMap(Item.init), let metres = json["distanceMeters"]?.double else {
            return nil
        }
        self.init(item, metres: metres, bearing: json["bearingDegrees"]?.double ?? 0)
    }

    /// Makes a neighbour of its parts.
    public init(_ item: Item, metres: Double, bearing: Double) {
        (self.item, self.metres, self.bearing) = (item, metres, bearing)
    }
}

import Schemas

/// The user's unit of distances, for pages and for search radii.
public enum DistanceUnit: Sendable, CaseIterable {
    /// Kilometres, and metres below one kilometre.
    case kilometre
    /// Nautical miles.
    case nauticalMile
    /// Statute miles.
    case mile

    /// Returns the unit that fits the user's units: kilometres unless the user chose others.
    public init(_ units: Units?) {
        switch units {
        case .aviation: self = .nauticalMile
        case .imperial: self = .mile
        case .metric, nil: self = .kilometre
        }
    }

    /// The length of the unit, in metres.
    public var metres: Double {
        switch self {
        case .kilometre: 1000
        case .nauticalMile: Factor.nauticalMile
        case .mile: Factor.statuteMile
        }
    }

    /// The abbreviation, as in `5 km`.
    public var symbol: String {
        switch self {
        case .kilometre: "km"
        case .nauticalMile: "NM"
        case .mile: "mi"
        }
    }

    /// The name in the plural.
    public var name: String {
        switch self {
        case .kilometre: "kilometres"
        case .nauticalMile: "nautical miles"
        case .mile: "miles"
        }
    }

    /// Returns a distance given in metres: with one decimal digit below ten, with none above.
    public func text(_ metres: Double) -> String {
        if self == .kilometre, metres < 999.5 { return "\(whole(metres)) m" }
        let value = metres / self.metres
        return "\(value < 9.95 ? decimal(value) : grouped(nearest(value))) \(symbol)"
    }
}

import Schemas

/// The user's units; the daemon has none.
public enum Units: String, Sendable, CaseIterable {
    /// Knots, feet, and visibility and pressure as in the report: statute miles or metres, inHg or hPa.
    case aviation
    /// Kilometres per hour, metres, hPa, °C.
    case metric
    /// Miles per hour, feet, miles, inHg, °F.
    case imperial
}

extension Units {
    /// Returns a speed given in knots.
    public func speed(_ knots: Double) -> String {
        switch self {
        case .aviation: "\(whole(knots)) kt"
        case .metric: "\(whole(knots * Factor.knot)) km/h"
        case .imperial: "\(whole(knots * Factor.knotInMiles)) mph"
        }
    }

    /// Returns a temperature given in °C.
    public func temperature(_ celsius: Double) -> String {
        self == .imperial ? "\(whole(Factor.fahrenheit(celsius: celsius))) °F" : "\(decimal(celsius)) °C"
    }

    /// Returns an altitude given in feet.
    public func height(_ feet: Double) -> String {
        self == .metric ? "\(grouped(tens(feet * Factor.foot))) m" : "\(grouped(nearest(feet))) ft"
    }

    /// Returns a visibility given in metres; `miles` says whether the report uses statute miles.
    public func visibility(_ metres: Double, miles: Bool) -> String {
        switch self {
        case .imperial: "\(mileage(metres)) mi"
        case .aviation where miles: "\(mileage(metres)) SM"
        default: metres >= 5000 ? "\(decimal(metres / 1000)) km" : "\(grouped(nearest(metres))) m"
        }
    }

    /// Returns a runway visual range given in metres; `feet` says whether the report uses feet.
    func runwayRange(_ metres: Double, feet: Bool) -> String {
        switch self {
        case .metric: "\(grouped(nearest(metres))) m"
        case .aviation where !feet: "\(grouped(nearest(metres))) m"
        default: "\(grouped(tens(metres / Factor.foot))) ft"
        }
    }

    /// Returns a pressure given in hPa; `inches` says whether the report uses inches of mercury.
    public func pressure(_ hectopascals: Double, inches: Bool) -> String {
        switch self {
        case .imperial: inchesOfMercury(hectopascals)
        case .aviation where inches: inchesOfMercury(hectopascals)
        default: "\(whole(hectopascals)) hPa"
        }
    }

    /// Returns an amount of precipitation given in millimetres.
    public func precipitation(_ millimetres: Double) -> String {
        guard self == .imperial else { return "\(decimal(millimetres)) mm" }
        let hundredths = nearest(millimetres / Factor.inch * 100)
        return "\(hundredths / 100).\(twoDigits(hundredths % 100)) in"
    }

    /// Returns a depth of snow given in centimetres.
    package func snow(_ centimetres: Double) -> String {
        self == .imperial ? "\(decimal(centimetres * 10 / Factor.inch)) in" : "\(decimal(centimetres)) cm"
    }

    /// Returns a number of a quantity given in the unit of records, which it keeps if users have no unit of
    /// their own for it.
    func text(_ value: Double, of quantity: Quantity?) -> String {
        switch quantity {
        case .temperature: temperature(value)
        case .speed: speed(value)
        case .pressure: pressure(value, inches: false)
        case .height: height(value)
        case .distance: visibility(value, miles: false)
        case .water: precipitation(value)
        case .snow: snow(value)
        default: decimal(value) + (quantity.map { " \($0.unit)" } ?? "")
        }
    }
}

/// Returns the nearest whole number.
package func whole(_ value: Double) -> String { String(nearest(value)) }

private func tens(_ value: Double) -> Int { nearest(value / 10) * 10 }

/// Returns one decimal digit, or none if it is 0.
package func decimal(_ value: Double) -> String {
    let tenths = nearest(value * 10)
    let sign = tenths < 0 ? "-" : ""
    return sign + "\(abs(tenths) / 10)" + (tenths % 10 == 0 ? "" : ".\(abs(tenths) % 10)")
}

private func inchesOfMercury(_ hectopascals: Double) -> String {
    let hundredths = nearest(hectopascals / Factor.inchOfMercury * 100)
    return "\(hundredths / 100).\(twoDigits(hundredths % 100)) inHg"
}

/// Returns statute miles as reports write them: quarters and eighths below three, whole miles above.
private func mileage(_ metres: Double) -> String {
    let miles = metres / Factor.statuteMile
    guard miles < 2.95 else { return whole(miles) }
    let sixteenths = nearest(miles * 16)
    let whole = sixteenths / 16
    let rest = sixteenths % 16
    if rest == 0 { return String(whole) }
    let divisor = rest % 8 == 0 ? 8 : rest % 4 == 0 ? 4 : rest % 2 == 0 ? 2 : 1
    let fraction = "\(rest / divisor)/\(16 / divisor)"
    return whole == 0 ? fraction : "\(whole) \(fraction)"
}

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

import Schemas
import Showing

/// A quantity of weather records, which is drawn in the user's unit.
enum ChartQuantity: Sendable {
    /// °C in records.
    case temperature
    /// Knots in records.
    case speed
    /// hPa in records; `inches` says whether the report uses inches of mercury.
    case pressure(inches: Bool)
    /// Feet in records.
    case height
    /// Metres in records; `miles` says whether the report uses statute miles.
    case visibility(miles: Bool)
    /// Millimetres in records.
    case precipitation
    /// Centimetres in records.
    case snow
    /// Any other, always in the unit of records, which may be none.
    case other(Quantity?)

    /// Makes the quantity of a member of a METAR.
    ///
    /// - Parameters:
    ///   - path: The path of the member.
    ///   - inches: Whether the report uses inches of mercury.
    ///   - miles: Whether the report uses statute miles.
    init(_ path: [String], inches: Bool, miles: Bool) {
        let quantity = Schema.metar.member(at: path)?.quantity
        switch quantity {
        case .temperature: self = .temperature
        case .speed: self = .speed
        case .pressure: self = .pressure(inches: inches)
        case .height: self = .height
        case .distance: self = .visibility(miles: miles)
        case .water: self = .precipitation
        case .snow: self = .snow
        default: self = .other(quantity)
        }
    }

    /// Returns a value with its unit.
    func text(_ value: Double, in units: Units) -> String {
        switch self {
        case .temperature: units.temperature(value)
        case .speed: units.speed(value)
        case .pressure(let inches): units.pressure(value, inches: inches)
        case .height: units.height(value)
        case .visibility(let miles): units.visibility(value, miles: miles)
        case .precipitation: units.precipitation(value)
        case .snow: units.snow(value)
        case .other: [decimal(value), symbol(in: units)].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    /// Returns a value in the user's unit.
    func value(_ value: Double, in units: Units) -> Double {
        switch (self, symbol(in: units)) {
        case (.temperature, "°F"): Factor.fahrenheit(celsius: value)
        case (.speed, "km/h"): value * Factor.knot
        case (.speed, "mph"): value * Factor.knotInMiles
        case (.pressure, "inHg"): value / Factor.inchOfMercury
        case (.height, "m"): value * Factor.foot
        case (.visibility, "km"): value / 1000
        case (.visibility, _): value / Factor.statuteMile
        case (.precipitation, "in"): value / Factor.inch
        case (.snow, "in"): value * 10 / Factor.inch
        default: value
        }
    }

    /// Returns the abbreviation of the user's unit.
    func symbol(in units: Units) -> String {
        switch self {
        case .temperature: units == .imperial ? "°F" : "°C"
        case .speed: units == .aviation ? "kt" : units == .metric ? "km/h" : "mph"
        case .pressure(let inches): hasInches(units, inches) ? "inHg" : "hPa"
        case .height: units == .metric ? "m" : "ft"
        case .visibility(let miles):
            units == .imperial ? "mi" : units == .aviation && miles ? "SM" : "km"
        case .precipitation: units == .imperial ? "in" : "mm"
        case .snow: units == .imperial ? "in" : "cm"
        case .other(let quantity): quantity?.unit ?? ""
        }
    }

    /// Returns the least range of an axis, in the user's unit, so that small variations do not look large.
    func leastRange(in units: Units) -> Double {
        switch (self, symbol(in: units)) {
        case (.temperature, "°F"): 10
        case (.pressure, "inHg"): 0.2
        case (.pressure, _): 6
        case (.height, "m"): 1000
        case (.height, _): 3000
        case (.speed, "km/h"): 20
        case (.speed, _): 10
        case (.precipitation, "in"): 0.1
        case (.precipitation, _): 2
        default: 5
        }
    }

    private func hasInches(_ units: Units, _ inches: Bool) -> Bool {
        units == .imperial || units == .aviation && inches
    }
}

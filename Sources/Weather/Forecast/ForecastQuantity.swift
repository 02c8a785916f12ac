import Records
import Schemas

/// The quantity that a number of a forecast measures, with the conversion to the unit of records.
enum ForecastQuantity {
    /// A temperature in degrees Celsius.
    case temperature
    /// A speed in knots.
    case speed
    /// A direction in true degrees.
    case direction
    /// An amount of water in millimetres.
    case precipitation
    /// An amount of snow in centimetres.
    case snow
    /// A proportion in per cent.
    case share
    /// A pressure in hectopascals.
    case pressure
    /// A distance in metres.
    case distance
    /// A code or index without a unit.
    case plain

    /// Converts a number to the unit of records, to a hundredth.
    ///
    /// - Parameters:
    ///   - value: The number in the unit of the service.
    ///   - unit: The service's name of the unit; empty for the unit of records.
    /// - Returns: The converted number, rounded; `nil` if the unit is not known.
    func converted(_ value: Double, from unit: String) -> Double? {
        exact(value, from: unit).map { ($0 * 100).rounded() / 100 }
    }

    /// Whether a number in the unit of records can be right.
    func allows(_ value: Double) -> Bool {
        switch self {
        case .temperature: (-100...70).contains(value)
        case .speed: (0...400).contains(value)
        case .direction: (0...360).contains(value)
        case .share: (0...110).contains(value)
        case .precipitation, .snow, .distance: value >= 0
        case .pressure: (300...1100).contains(value)
        case .plain: true
        }
    }

    private func exact(_ value: Double, from unit: String) -> Double? {
        let unit = ForecastQuantity.plain(unit)
        switch (self, unit) {
        case (.plain, _), (_, ""), (.temperature, "C"), (.speed, "kn"), (.direction, "°"), (.share, "%"),
            (.precipitation, "mm"), (.snow, "cm"), (.pressure, "hPa"), (.distance, "m"):
            return value
        case (.temperature, "F"): return (value - 32) / 1.8
        case (.temperature, "K"): return value - 273.15
        case (.speed, "km/h"): return value / Factor.knot
        case (.speed, "mph"): return value * Factor.statuteMile / Factor.nauticalMile
        case (.speed, "m/s"): return value * 3600 / Factor.nauticalMile
        case (.precipitation, "in"): return value * Factor.inch
        case (.precipitation, "cm"), (.snow, "m"): return value * (unit == "m" ? 100 : 10)
        case (.snow, "in"): return value * Factor.inch / 10
        case (.snow, "mm"): return value / 10
        case (.pressure, "Pa"): return value / 100
        case (.distance, "ft"): return value * Factor.foot
        case (.distance, "km"): return value * 1000
        default: return nil
        }
    }

    /// Returns the short name of a unit, whose names differ by service.
    private static func plain(_ unit: String) -> String {
        let name = unit.split(separator: ":").last.map(String.init) ?? ""
        return names[name] ?? name
    }

    private static let names = [
        "°C": "C", "degC": "C", "celsius": "C", "°F": "F", "degF": "F", "fahrenheit": "F", "kelvin": "K",
        "kt": "kn", "knots": "kn", "km_h-1": "km/h", "kmh": "km/h", "mp/h": "mph", "mi/h": "mph",
        "m_s-1": "m/s", "ms": "m/s", "degrees": "°", "degree_(angle)": "°", "percent": "%", "inch": "in",
        "mbar": "hPa", "mb": "hPa", "feet": "ft",
    ]
}

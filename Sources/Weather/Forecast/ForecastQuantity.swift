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
    ///   - unit: The service's name of the unit; an unknown name means the unit of records.
    /// - Returns: The converted number, rounded.
    func converted(_ value: Double, from unit: String) -> Double {
        let exact: Double
        switch (self, unit) {
        case (.temperature, "°F"), (.temperature, "F"), (.temperature, "wmoUnit:degF"):
            exact = (value - 32) / 1.8
        case (.speed, "km/h"), (.speed, "wmoUnit:km_h-1"): exact = value / Factor.knot
        case (.speed, "mp/h"), (.speed, "mph"): exact = value * Factor.statuteMile / Factor.nauticalMile
        case (.speed, "m/s"), (.speed, "wmoUnit:m_s-1"): exact = value * 3600 / Factor.nauticalMile
        case (.precipitation, "inch"): exact = value * Factor.inch
        case (.snow, "inch"): exact = value * Factor.inch / 10
        case (.distance, "ft"): exact = value * Factor.foot
        default: exact = value
        }
        return (exact * 100).rounded() / 100
    }
}

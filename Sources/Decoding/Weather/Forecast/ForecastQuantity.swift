import Records

/// What a number of a forecast measures, and how it becomes the unit of our records.
enum ForecastQuantity {
    /// Degrees Celsius.
    case temperature
    /// Knots.
    case speed
    /// True degrees.
    case direction
    /// Millimetres of water.
    case precipitation
    /// Centimetres of snow.
    case snow
    /// Per cent.
    case share
    /// Hectopascals.
    case pressure
    /// Metres.
    case distance
    /// A code or an index without a unit.
    case plain

    /// The number in our unit, to a hundredth.
    ///
    /// - Parameters:
    ///   - value: The number in its own unit.
    ///   - unit: How the service names the unit; an unknown name stands for ours.
    /// - Returns: The number, rounded.
    func converted(_ value: Double, from unit: String) -> Double {
        let exact: Double
        switch (self, unit) {
        case (.temperature, "°F"), (.temperature, "F"), (.temperature, "wmoUnit:degF"):
            exact = (value - 32) / 1.8
        case (.speed, "km/h"), (.speed, "wmoUnit:km_h-1"): exact = value / 1.852
        case (.speed, "mp/h"), (.speed, "mph"): exact = value * 1.609344 / 1.852
        case (.speed, "m/s"), (.speed, "wmoUnit:m_s-1"): exact = value * 3.6 / 1.852
        case (.precipitation, "inch"): exact = value * 25.4
        case (.snow, "inch"): exact = value * 2.54
        case (.distance, "ft"): exact = value * 0.3048
        default: exact = value
        }
        return (exact * 100).rounded() / 100
    }
}

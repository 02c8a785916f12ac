#if canImport(Glibc)
    import Glibc
#endif

/// Facts that follow from what was reported.
public enum Derived {
    /// How wet the air is.
    ///
    /// Source: WMO-No. 8, part I, annex 4.B: the Magnus formula over water.
    ///
    /// - Parameters:
    ///   - temperature: Degrees Celsius.
    ///   - dewPoint: Degrees Celsius.
    /// - Returns: Per cent, 0...100.
    public static func relativeHumidity(temperature: Double, dewPoint: Double) -> Double {
        func pressure(_ t: Double) -> Double { exp(17.62 * t / (243.12 + t)) }
        return min(100, 100 * pressure(dewPoint) / pressure(temperature))
    }

    /// The height in the standard atmosphere at which the station's pressure is found.
    ///
    /// Source: ICAO Doc 7488, the standard atmosphere; the altimeter setting's own definition.
    ///
    /// - Parameters:
    ///   - elevation: The station's height, feet.
    ///   - altimeter: QNH, hectopascals.
    /// - Returns: Feet.
    public static func pressureAltitude(elevation: Double, altimeter: Double) -> Double {
        elevation + 145_366.45 * (1 - pow(altimeter / 1013.25, 0.190284))
    }

    /// The height in the standard atmosphere at which the air is as thin as here.
    ///
    /// Source: NWS, "Density altitude": from virtual temperature and station pressure.
    ///
    /// - Parameters:
    ///   - elevation: The station's height, feet.
    ///   - altimeter: QNH, hectopascals.
    ///   - temperature: Degrees Celsius.
    ///   - dewPoint: Degrees Celsius; `nil` takes the air as dry.
    /// - Returns: Feet.
    public static func densityAltitude(
        elevation: Double, altimeter: Double, temperature: Double, dewPoint: Double?
    ) -> Double {
        let lapse = pow(1013.25, 0.190284) * 0.0065 / 288
        let station = pow(max(0, pow(altimeter, 0.190284) - lapse * elevation * 0.3048), 1 / 0.190284)
        let vapour = dewPoint.map { 6.11 * pow(10, 7.5 * $0 / (237.7 + $0)) } ?? 0
        let virtual = (temperature + 273.15) / (1 - vapour / station * (1 - 0.622))
        return 145_366 * (1 - pow(17.326 * station / Pressure.inch / (virtual * 1.8), 0.235))
    }

    /// How cold the wind makes it feel.
    ///
    /// Source: NWS and Environment Canada, wind chill index of 2001; defined up to 10 °C and above 4.8 km/h.
    ///
    /// - Parameters:
    ///   - temperature: Degrees Celsius.
    ///   - wind: Knots.
    /// - Returns: Degrees Celsius; `nil` where it is not defined.
    public static func windChill(temperature: Double, wind: Double) -> Double? {
        let speed = wind * 1.852
        guard temperature <= 10, speed > 4.8 else { return nil }
        let factor = pow(speed, 0.16)
        return 13.12 + 0.6215 * temperature - 11.37 * factor + 0.3965 * temperature * factor
    }

    /// How hot the moisture makes it feel.
    ///
    /// Source: NWS SR 90-23 (Rothfusz), without the adjustments at its edges; defined from 80 °F and 40 % on.
    ///
    /// - Parameters:
    ///   - temperature: Degrees Celsius.
    ///   - humidity: Per cent.
    /// - Returns: Degrees Celsius; `nil` where it is not defined.
    public static func heatIndex(temperature: Double, humidity: Double) -> Double? {
        let t = temperature * 1.8 + 32
        guard t >= 80, humidity >= 40 else { return nil }
        let linear = -42.379 + 2.04901523 * t + 10.14333127 * humidity - 0.22475541 * t * humidity
        let square = -6.83783e-3 * t * t - 5.481717e-2 * humidity * humidity
        let mixed = 1.22874e-3 * t * t * humidity + 8.5282e-4 * t * humidity * humidity
        return (linear + square + mixed - 1.99e-6 * t * t * humidity * humidity - 32) / 1.8
    }
}

/// The sine of an angle in radians.
func sine(_ angle: Double) -> Double { sin(angle) }

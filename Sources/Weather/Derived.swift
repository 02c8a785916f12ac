import Schemas

#if canImport(Glibc)
    import Glibc
#endif

/// Quantities derived from reported ones.
public enum Derived {
    /// Returns the relative humidity.
    ///
    /// Source: WMO-No. 8, part I, annex 4.B: the Magnus formula over water.
    ///
    /// - Parameters:
    ///   - temperature: The air temperature, in degrees Celsius.
    ///   - dewPoint: The dew point, in degrees Celsius.
    /// - Returns: The humidity in per cent, 0...100.
    public static func relativeHumidity(temperature: Double, dewPoint: Double) -> Double {
        func pressure(_ t: Double) -> Double { exp(17.62 * t / (243.12 + t)) }
        return min(100, 100 * pressure(dewPoint) / pressure(temperature))
    }

    /// Returns the height in the standard atmosphere that has the station's pressure.
    ///
    /// Source: ICAO Doc 7488, the standard atmosphere, and the definition of the altimeter setting.
    ///
    /// - Parameters:
    ///   - elevation: The elevation of the station, in feet.
    ///   - altimeter: The QNH, in hectopascals.
    /// - Returns: The pressure altitude in feet.
    public static func pressureAltitude(elevation: Double, altimeter: Double) -> Double {
        elevation + 145_366.45 * (1 - pow(altimeter / 1013.25, 0.190284))
    }

    /// Returns the height in the standard atmosphere that has the station's air density.
    ///
    /// Source: NWS, "Density altitude": computed from virtual temperature and station pressure.
    ///
    /// - Parameters:
    ///   - elevation: The elevation of the station, in feet.
    ///   - altimeter: The QNH, in hectopascals.
    ///   - temperature: The air temperature, in degrees Celsius.
    ///   - dewPoint: The dew point, in degrees Celsius; `nil` for dry air.
    /// - Returns: The density altitude in feet.
    public static func densityAltitude(
        elevation: Double, altimeter: Double, temperature: Double, dewPoint: Double?
    ) -> Double {
        let lapse = pow(1013.25, 0.190284) * 0.0065 / 288
        let station = pow(max(0, pow(altimeter, 0.190284) - lapse * elevation * Factor.foot), 1 / 0.190284)
        let vapour = dewPoint.map { 6.11 * pow(10, 7.5 * $0 / (237.7 + $0)) } ?? 0
        let virtual = (temperature + 273.15) / (1 - vapour / station * (1 - 0.622))
        return 145_366 * (1 - pow(17.326 * station / Factor.inchOfMercury / (virtual * 1.8), 0.235))
    }

    /// Whether a height goes with an altimeter setting and a temperature: if not, one of them is wrong, such
    /// as a height in feet, or the pressure of the station in place of the altimeter setting.
    ///
    /// The highest aerodrome lies at 4,411 m. The air is at most 41 °C warmer than the standard atmosphere at
    /// its height, in the basins of Iran and at Leh. The lowest pressure that was measured at sea level is
    /// 870 hPa, and the highest 1084.8 hPa (World Meteorological Organization, archive of extremes).
    ///
    /// - Parameters:
    ///   - elevation: The elevation of the station, in metres.
    ///   - altimeter: The QNH, in hectopascals.
    ///   - temperature: The air temperature, in degrees Celsius; `nil` if unknown.
    /// - Returns: Whether all three can be right.
    static func isPlausible(elevation: Double, altimeter: Double, temperature: Double?) -> Bool {
        guard elevation <= 5500, 870...1090 ~= altimeter else { return false }
        if let temperature, temperature - (15 - 0.0065 * elevation) > 45 { return false }
        guard altimeter < 930, elevation > 800 else { return true }
        let standard = 1013.25 * pow(1 - 0.0065 * elevation / 288.15, 5.2559)
        return abs(altimeter - standard) > 15
    }

    /// Returns the wind chill.
    ///
    /// Source: NWS and Environment Canada, wind chill index of 2001; defined up to 10 °C and above 4.8 km/h.
    ///
    /// - Parameters:
    ///   - temperature: The air temperature, in degrees Celsius.
    ///   - wind: The wind speed, in knots.
    /// - Returns: The wind chill in degrees Celsius; `nil` where it is not defined.
    public static func windChill(temperature: Double, wind: Double) -> Double? {
        let speed = wind * Factor.knot
        guard temperature <= 10, speed > 4.8 else { return nil }
        let factor = pow(speed, 0.16)
        return 13.12 + 0.6215 * temperature - 11.37 * factor + 0.3965 * temperature * factor
    }

    /// Returns the heat index.
    ///
    /// Source: NWS Weather Prediction Center, "The Heat Index Equation": the regression of SR 90-23
    /// (Rothfusz) with its adjustments below 13 % and above 85 %, and the simple formula below 80 °F.
    ///
    /// - Parameters:
    ///   - temperature: The air temperature, in degrees Celsius.
    ///   - humidity: The relative humidity, in per cent.
    /// - Returns: The heat index in degrees Celsius; `nil` where both it and the temperature are below 80 °F.
    public static func heatIndex(temperature: Double, humidity: Double) -> Double? {
        let t = temperature * 1.8 + 32
        let simple = (t + 61 + (t - 68) * 1.2 + humidity * 0.094) / 2
        let average = (simple + t) / 2
        guard average >= 80 else { return t >= 80 ? (average - 32) / 1.8 : nil }
        let index = heatRegression(t, humidity) + heatAdjustment(t, humidity)
        return (index - 32) / 1.8
    }

    /// Returns the regression of the heat index, in degrees Fahrenheit.
    private static func heatRegression(_ t: Double, _ humidity: Double) -> Double {
        let linear = -42.379 + 2.04901523 * t + 10.14333127 * humidity - 0.22475541 * t * humidity
        let square = -6.83783e-3 * t * t - 5.481717e-2 * humidity * humidity
        let mixed = 1.22874e-3 * t * t * humidity + 8.5282e-4 * t * humidity * humidity
        return linear + square + mixed - 1.99e-6 * t * t * humidity * humidity
    }

    /// Returns what the regression lacks in very dry or very damp air, in degrees Fahrenheit.
    private static func heatAdjustment(_ t: Double, _ humidity: Double) -> Double {
        if humidity < 13, 80...112 ~= t {
            return -(13 - humidity) / 4 * ((17 - abs(t - 95)) / 17).squareRoot()
        }
        if humidity > 85, 80...87 ~= t { return (humidity - 85) / 10 * (87 - t) / 5 }
        return 0
    }
}

extension Wind {
    /// Returns the components of the wind across and along a runway.
    ///
    /// - Parameter heading: The heading of the runway, in true degrees.
    /// - Returns: The components in knots: across is positive from the right, along is positive as headwind;
    ///   `nil` if direction or speed are unknown.
    public func components(heading: Double) -> (across: Double, along: Double)? {
        guard let direction, let speed else { return nil }
        let angle = (Double(direction) - heading) * .pi / 180
        return (speed * sin(angle), speed * sin(angle + .pi / 2))
    }
}

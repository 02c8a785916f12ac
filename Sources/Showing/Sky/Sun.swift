import Glibc
public import Records

/// The apparent position of the Sun at a moment.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapters 25 and 28, in the form that NOAA's solar calculator
/// uses; the error is below a minute of time between the years 1800 and 2100.
struct Sun {
    /// The declination, in radians.
    let declination: Double
    /// Apparent minus mean solar time, in minutes.
    let equationOfTime: Double

    init(at moment: UTC) {
        let t = moment.centuries
        let meanLongitude = (280.46646 + t * (36_000.76983 + 0.0003032 * t)).radians
        let anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)).radians
        let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
        let node = (125.04 - 1934.136 * t).radians
        let center =
            sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t))
            + sin(2 * anomaly) * (0.019993 - 0.000101 * t) + sin(3 * anomaly) * 0.000289
        let longitude = meanLongitude + (center - 0.00569 - 0.00478 * sin(node)).radians
        let meanObliquity = 23.4392911 - t * (0.0130042 + t * (0.00000016 - t * 0.000000504))
        let obliquity = (meanObliquity + 0.00256 * cos(node)).radians
        declination = asin(sin(obliquity) * sin(longitude))
        equationOfTime = Sun.equationOfTime(
            meanLongitude: meanLongitude, anomaly: anomaly, eccentricity: eccentricity, obliquity: obliquity)
    }

    private static func equationOfTime(
        meanLongitude: Double, anomaly: Double, eccentricity: Double, obliquity: Double
    ) -> Double {
        let half = tan(obliquity / 2)
        let y = half * half
        let ellipse = -2 * eccentricity * sin(anomaly) - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
        let tilt = y * sin(2 * meanLongitude) - 0.5 * y * y * sin(4 * meanLongitude)
        let both = 4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude)
        return 4 * (ellipse + tilt + both).degrees
    }

    /// Returns the altitude of the Sun's centre without refraction, in degrees.
    static func altitude(at moment: UTC, position: Position) -> Double {
        let sun = Sun(at: moment)
        let minutes = moment.minuteOfDay + sun.equationOfTime + 4 * position.longitude
        let hourAngle = (minutes / 4 - 180).radians
        let latitude = position.latitude.radians
        let height =
            sin(latitude) * sin(sun.declination) + cos(latitude) * cos(sun.declination) * cos(hourAngle)
        return asin(max(-1, min(1, height))).degrees
    }

    /// Returns the angle by which the Earth turns between the transit and the moment at which the centre has
    /// an altitude; `nil` if it never has that altitude.
    ///
    /// - Parameters:
    ///   - altitude: The altitude, in degrees.
    ///   - latitude: The latitude of the place, in degrees.
    /// - Returns: The angle in degrees, 0...180.
    func hourAngle(altitude: Double, latitude: Double) -> Double? {
        let north = latitude.radians
        let cosine =
            (sin(altitude.radians) - sin(north) * sin(declination)) / (cos(north) * cos(declination))
        return abs(cosine) <= 1 ? acos(cosine).degrees : nil
    }
}

extension UTC {
    /// The Julian centuries since 2000-01-01T12:00:00Z.
    var centuries: Double { (Double(seconds) - 946_728_000) / 86_400 / 36_525 }

    /// The minutes since midnight in UTC, 0..<1440.
    var minuteOfDay: Double { Double((seconds % 86_400 + 86_400) % 86_400) / 60 }
}

extension Double {
    /// An angle given in degrees, in radians.
    var radians: Double { self * .pi / 180 }
    /// An angle given in radians, in degrees.
    var degrees: Double { self * 180 / .pi }
}

/// The times of the Sun on one day at a place.
///
/// Source: NOAA, solar calculator: the upper edge with an average refraction of 34' for sunrise and sunset,
/// and an altitude of -6° (civil twilight) for dawn and dusk.
public struct SunTimes: Sendable {
    /// The start of civil twilight; `nil` if the Sun does not cross an altitude of -6° on this day.
    public let dawn: UTC?
    /// The sunrise; `nil` if the Sun is up or down all day.
    public let sunrise: UTC?
    /// The moment at which the Sun is highest.
    public let zenith: UTC
    /// The sunset; `nil` if the Sun is up or down all day.
    public let sunset: UTC?
    /// The end of civil twilight; `nil` if the Sun does not cross an altitude of -6° on this day.
    public let dusk: UTC?

    /// The altitude of the Sun's centre at sunrise and sunset, in degrees.
    static let horizon = -0.833
    /// The altitude of the Sun's centre at dawn and dusk, in degrees.
    static let twilight = -6.0

    /// Computes the times on the local date of a moment.
    ///
    /// - Parameters:
    ///   - moment: A moment of the day.
    ///   - zone: The zone whose date counts; the zenith is the one nearest to its noon.
    ///   - position: The place.
    public init(on moment: UTC, in zone: Zone, at position: Position) {
        zenith = SunTimes.transit(near: zone.noon(of: moment), at: position)
        let day = SunDay(zenith: zenith, position: position)
        dawn = day.moment(altitude: SunTimes.twilight, isBefore: true)
        sunrise = day.moment(altitude: SunTimes.horizon, isBefore: true)
        sunset = day.moment(altitude: SunTimes.horizon, isBefore: false)
        dusk = day.moment(altitude: SunTimes.twilight, isBefore: false)
    }

    /// Whether the Sun is above the horizon.
    public static func isDay(at moment: UTC, position: Position) -> Bool {
        Sun.altitude(at: moment, position: position) > horizon
    }

    /// Whether the Sun is below the horizon, but so little that it is civil twilight.
    static func isTwilight(at moment: UTC, position: Position) -> Bool {
        let altitude = Sun.altitude(at: moment, position: position)
        return altitude > twilight && altitude <= horizon
    }

    /// Returns the transit nearest to a moment; the second step uses the equation of time at the transit.
    private static func transit(near moment: UTC, at position: Position) -> UTC {
        var guess = moment
        for _ in 0..<2 { guess = transit(near: moment, at: position, sun: Sun(at: guess)) }
        return guess
    }

    private static func transit(near moment: UTC, at position: Position, sun: Sun) -> UTC {
        let minutes = 720 - 4 * position.longitude - sun.equationOfTime - moment.minuteOfDay
        return moment + .seconds(nearest((minutes - 1440 * (minutes / 1440).rounded()) * 60))
    }
}

/// The path of the Sun around one transit.
private struct SunDay {
    let zenith: UTC
    let position: Position

    /// Returns the moment before or after the zenith at which the Sun's centre has an altitude in degrees.
    ///
    /// The declination changes during the day: each step uses that of the moment found before.
    func moment(altitude: Double, isBefore: Bool) -> UTC? {
        let noon = Sun(at: zenith)
        var moment = zenith
        for _ in 0..<5 {
            let sun = Sun(at: moment)
            guard let angle = sun.hourAngle(altitude: altitude, latitude: position.latitude) else {
                return nil
            }
            let minutes = (isBefore ? -4 : 4) * angle + noon.equationOfTime - sun.equationOfTime
            moment = zenith + .seconds(nearest(minutes * 60))
        }
        return moment
    }
}

extension Zone {
    /// Returns the moment near which local clocks show 12:00 on the date of a moment; changes of the clocks
    /// on this day are ignored.
    func noon(of moment: UTC) -> UTC {
        let f = fields(moment)
        let seconds = (f.hour - 12) * 3600 + f.minute * 60 + f.second
        return UTC(seconds: moment.seconds) - .seconds(seconds)
    }
}

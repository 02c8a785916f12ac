import Glibc
import Records

/// The apparent position of the Sun at a moment.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapters 25 and 28, in the form that NOAA's solar calculator
/// uses; the error is below a minute of time between the years 1800 and 2100.
struct Sun {
    /// The apparent longitude, in radians.
    let longitude: Double
    /// The declination, in radians.
    let declination: Double
    /// Apparent minus mean solar time, in minutes.
    let equationOfTime: Double
    private let moment: UTC

    init(at moment: UTC) {
        let t = moment.centuries
        let meanLongitude = (280.46646 + t * (36_000.76983 + 0.0003032 * t)).radians
        let anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)).radians
        let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
        let node = (125.04 - 1934.136 * t).radians
        let center =
            sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t))
            + sin(2 * anomaly) * (0.019993 - 0.000101 * t) + sin(3 * anomaly) * 0.000289
        let meanObliquity = 23.4392911 - t * (0.0130042 + t * (0.00000016 - t * 0.000000504))
        let obliquity = (meanObliquity + 0.00256 * cos(node)).radians
        self.moment = moment
        longitude = meanLongitude + (center - 0.00569 - 0.00478 * sin(node)).radians
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

    /// Returns the direction of the Sun's centre as seen from a place.
    func direction(from position: Position) -> Horizontal {
        let minutes = moment.minuteOfDay + equationOfTime + 4 * position.longitude
        return Horizontal(
            hourAngle: (minutes / 4 - 180).radians, declination: declination, latitude: position.latitude)
    }
}

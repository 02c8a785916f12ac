import Glibc
import Records

/// The position of the Moon in the sky of a place.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapter 47: the greatest terms, to about a tenth of a degree.
struct Moon {
    /// The altitude of the centre above that at which the upper edge rises or sets, in degrees.
    ///
    /// This altitude is 0.7275 times the parallax less 34' of refraction; see chapter 15.
    let altitude: Double

    init(at moment: UTC, position: Position) {
        let a = MoonArguments(at: moment)
        let longitude = a.longitude + Moon.longitudeTerms(a).radians
        let latitude = Moon.latitude(a).radians
        let obliquity = (23.4392911 - 0.0130042 * a.centuries).radians
        let declination = asin(
            sin(latitude) * cos(obliquity) + cos(latitude) * sin(obliquity) * sin(longitude))
        let ascension = atan2(
            sin(longitude) * cos(obliquity) - tan(latitude) * sin(obliquity), cos(longitude))
        let sidereal = 280.46061837 + 360.98564736629 * a.centuries * 36_525 + position.longitude
        let north = position.latitude.radians
        let height =
            sin(north) * sin(declination)
            + cos(north) * cos(declination) * cos(sidereal.radians - ascension)
        altitude = asin(max(-1, min(1, height))).degrees - (0.7275 * Moon.parallax(a) - 0.5667)
    }

    /// Returns the true less the mean longitude, in degrees.
    private static func longitudeTerms(_ a: MoonArguments) -> Double {
        let d = 2 * a.elongation
        let great =
            6.289 * sin(a.moon) + 1.274 * sin(d - a.moon) + 0.658 * sin(d) + 0.214 * sin(2 * a.moon)
            - 0.186 * sin(a.sun) - 0.114 * sin(2 * a.node)
        let small =
            0.059 * sin(d - 2 * a.moon) + 0.057 * sin(d - a.sun - a.moon) + 0.053 * sin(d + a.moon)
            + 0.046 * sin(d - a.sun) + 0.041 * sin(a.moon - a.sun) - 0.035 * sin(a.elongation)
            - 0.030 * sin(a.sun + a.moon)
        return great + small
    }

    /// Returns the latitude, in degrees.
    private static func latitude(_ a: MoonArguments) -> Double {
        let d = 2 * a.elongation
        return 5.128 * sin(a.node) + 0.281 * sin(a.moon + a.node) + 0.278 * sin(a.moon - a.node)
            + 0.173 * sin(d - a.node) + 0.055 * sin(d + a.node - a.moon)
            + 0.046 * sin(d - a.node - a.moon) + 0.033 * sin(d + a.node) + 0.017 * sin(2 * a.moon + a.node)
    }

    /// Returns the horizontal parallax, in degrees.
    private static func parallax(_ a: MoonArguments) -> Double {
        let d = 2 * a.elongation
        return 0.9508 + 0.0518 * cos(a.moon) + 0.0095 * cos(d - a.moon) + 0.0078 * cos(d)
            + 0.0028 * cos(2 * a.moon)
    }
}

import Glibc
import Records

/// The position of the Moon in the sky.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapter 47: the greatest terms, to about a tenth of a degree.
struct Moon {
    /// The longitude, in radians.
    let longitude: Double
    /// The declination, in radians.
    private let declination: Double
    /// The right ascension, in radians.
    private let ascension: Double
    /// The horizontal parallax, in degrees.
    private let parallax: Double
    /// The sidereal time at Greenwich, in degrees.
    private let sidereal: Double

    init(at moment: UTC) {
        let a = MoonArguments(at: moment)
        longitude = a.longitude + Moon.longitudeTerms(a).radians
        let latitude = Moon.latitude(a).radians
        let obliquity = (23.4392911 - 0.0130042 * a.centuries).radians
        declination = asin(
            sin(latitude) * cos(obliquity) + cos(latitude) * sin(obliquity) * sin(longitude))
        ascension = atan2(
            sin(longitude) * cos(obliquity) - tan(latitude) * sin(obliquity), cos(longitude))
        parallax = Moon.parallax(a)
        sidereal = 280.46061837 + 360.98564736629 * a.centuries * 36_525
    }

    /// Returns the angle by which the Earth has turned since the Moon's transit at a longitude of the Earth, in
    /// degrees, 0..<360.
    func hourAngle(at longitude: Double) -> Double { (sidereal + longitude - ascension.degrees).turned }

    /// Returns the direction of the centre as seen from the centre of the Earth, at the horizon of a place.
    private func geocentric(from position: Position) -> Horizontal {
        Horizontal(
            hourAngle: hourAngle(at: position.longitude).radians, declination: declination,
            latitude: position.latitude)
    }

    /// Whether the upper edge is above the horizon of a place.
    ///
    /// The altitude of the centre at which the upper edge rises or sets is 0.7275 times the parallax less 34'
    /// of refraction; see chapter 15.
    func isUp(at position: Position) -> Bool {
        geocentric(from: position).altitude > 0.7275 * parallax - 0.5667
    }

    /// Returns the azimuth of the centre as seen from a place, in degrees.
    func azimuth(from position: Position) -> Double { geocentric(from: position).azimuth }

    /// Returns the altitude of the centre as seen from a place, in degrees, less its parallax there.
    func altitude(from position: Position) -> Double {
        let altitude = geocentric(from: position).altitude
        return altitude - asin(sin(parallax.radians) * cos(altitude.radians)).degrees
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

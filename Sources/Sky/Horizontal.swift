import Glibc
import Records

/// The direction of a celestial body as seen from a place, without refraction.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapter 13.
struct Horizontal {
    /// The altitude above the horizon, in degrees.
    let altitude: Double
    /// The azimuth from true north towards east, in degrees, 0..<360.
    let azimuth: Double

    /// Converts from the equator to the horizon.
    ///
    /// - Parameters:
    ///   - hourAngle: The angle by which the Earth has turned since the transit, in radians.
    ///   - declination: The declination, in radians.
    ///   - latitude: The latitude of the place, in degrees.
    init(hourAngle: Double, declination: Double, latitude: Double) {
        let north = latitude.radians
        let height = sin(north) * sin(declination) + cos(north) * cos(declination) * cos(hourAngle)
        altitude = asin(max(-1, min(1, height))).degrees
        let west = sin(hourAngle) * cos(declination)
        let south = cos(hourAngle) * cos(declination) * sin(north) - sin(declination) * cos(north)
        azimuth = (atan2(west, south).degrees + 180).turned
    }
}

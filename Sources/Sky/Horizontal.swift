import Glibc
import Records

/// The direction of a celestial body as seen from a place, without refraction.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapter 13.
struct Horizontal {
    /// The altitude above the horizon, in degrees.
    let altitude: Double
    private let hourAngle: Double
    private let declination: Double
    /// The latitude of the place, in radians.
    private let north: Double

    /// Converts from the equator to the horizon.
    ///
    /// - Parameters:
    ///   - hourAngle: The angle by which the Earth has turned since the transit, in radians.
    ///   - declination: The declination, in radians.
    ///   - latitude: The latitude of the place, in degrees.
    init(hourAngle: Double, declination: Double, latitude: Double) {
        north = latitude.radians
        self.hourAngle = hourAngle
        self.declination = declination
        let height = sin(north) * sin(declination) + cos(north) * cos(declination) * cos(hourAngle)
        altitude = asin(max(-1, min(1, height))).degrees
    }

    /// The azimuth from true north towards east, in degrees, 0..<360; not stored, because most callers look for
    /// the altitude alone.
    var azimuth: Double {
        let west = sin(hourAngle) * cos(declination)
        let south = cos(hourAngle) * cos(declination) * sin(north) - sin(declination) * cos(north)
        return (atan2(west, south).degrees + 180).turned
    }
}

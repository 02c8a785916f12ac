import Glibc
import Records

/// A position from which boxes are searched. The sine and cosine of its latitude, which the distance to every
/// box needs, are computed once.
struct SearchCenter {
    /// The latitude in degrees.
    let latitude: Double
    /// The longitude in degrees.
    let longitude: Double
    /// The sine of the latitude.
    let sine: Double
    /// The cosine of the latitude.
    let cosine: Double

    /// The antipode.
    var opposite: SearchCenter {
        SearchCenter(
            latitude: -latitude, longitude: longitude > 0 ? longitude - 180 : longitude + 180, sine: -sine,
            cosine: cosine)
    }
}

extension SearchCenter {
    /// Creates the center at a position.
    init(_ position: Position) {
        latitude = position.latitude
        longitude = position.longitude
        sine = sin(position.latitude.radians)
        cosine = cos(position.latitude.radians)
    }
}

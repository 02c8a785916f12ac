import Records

/// The mean angles on which the position of the Moon depends, in radians.
///
/// Source: Jean Meeus, Astronomical Algorithms, chapter 47.
struct MoonArguments {
    /// The Julian centuries since 2000.
    let centuries: Double
    /// The mean longitude.
    let longitude: Double
    /// The mean elongation from the Sun.
    let elongation: Double
    /// The mean anomaly of the Sun.
    let sun: Double
    /// The mean anomaly of the Moon.
    let moon: Double
    /// The mean distance from the ascending node.
    let node: Double

    init(at moment: UTC) {
        let t = moment.centuries
        centuries = t
        longitude = (218.3164477 + t * (481_267.88123421 - 0.0015786 * t)).radians
        elongation = (297.8501921 + t * (445_267.1114034 - 0.0018819 * t)).radians
        sun = (357.5291092 + t * (35_999.0502909 - 0.0001536 * t)).radians
        moon = (134.9633964 + t * (477_198.8675055 + 0.0087414 * t)).radians
        node = (93.2720950 + t * (483_202.0175233 - 0.0036539 * t)).radians
    }
}

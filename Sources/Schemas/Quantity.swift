/// A quantity of records, always in one unit, whatever the unit of the upstream.
package enum Quantity: String, CaseIterable, Sendable {
    /// A temperature.
    case temperature
    /// A speed.
    case speed
    /// A direction that something comes from, or of a place: true degrees, 360 is north.
    case direction
    /// A pressure.
    case pressure
    /// A height above the ground or the sea, as aviation measures it.
    case height
    /// A distance along the ground, the height of a place, or a height of waves.
    case distance
    /// An amount of water, or a thickness of ice or hail.
    case water
    /// A depth of snow.
    case snow
    /// A share or a probability.
    case share
    /// A time span.
    case duration
    /// The length of a recording.
    case playingTime
    /// A geographic latitude or longitude.
    case coordinate
    /// A number of bytes.
    case size
    /// A height by which aircraft fly, in hundreds of feet.
    case flightLevel
    /// A pressure in inches of mercury, of JSON reports alone.
    case mercury
    /// A visibility in statute miles, of JSON reports alone.
    case mile

    /// The unit in records, and the only place that states it.
    package var unit: String {
        switch self {
        case .temperature: "°C"
        case .speed: "kt"
        case .direction, .coordinate: "°"
        case .pressure: "hPa"
        case .height: "ft"
        case .distance: "m"
        case .water: "mm"
        case .snow: "cm"
        case .share: "%"
        case .duration: "min"
        case .playingTime: "s"
        case .size: "bytes"
        case .flightLevel: "100 ft"
        case .mercury: "inHg"
        case .mile: "SM"
        }
    }

    /// The number of decimals that are worth showing by default.
    package var decimals: Int { self == .water ? 1 : 0 }
}

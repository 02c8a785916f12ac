import Glibc
import Records

/// The light of the sun at a position.
struct Daylight {
    /// The position.
    let position: Position

    /// Returns the nights that an axis shows, to ten minutes.
    func nights(_ axis: TimeAxis) -> [TimeAxis] {
        var nights: [TimeAxis] = []
        var start: UTC?
        for moment in stride(from: axis.from.seconds, to: axis.until.seconds, by: 600) {
            let time = UTC(seconds: moment)
            if isNight(time) {
                start = start ?? max(time, axis.from)
            } else if let from = start {
                nights += [TimeAxis(from: from, until: time)].compactMap(\.self)
                start = nil
            }
        }
        return nights + [start.flatMap { TimeAxis(from: $0, until: axis.until) }].compactMap(\.self)
    }

    /// Whether the upper edge of the sun is below the horizon.
    func isNight(_ moment: UTC) -> Bool { elevation(moment) < -0.833 }

    /// Returns the height of the sun above the horizon, in degrees, exact to about half a degree.
    ///
    /// Source: The Astronomical Almanac, low-precision formulas for the Sun's coordinates.
    private func elevation(_ moment: UTC) -> Double {
        let days = Double(moment.seconds - 946_728_000) / 86_400
        let anomaly = radians(357.529 + 0.985_600_28 * days)
        let longitude = radians(
            280.459 + 0.985_647_36 * days + 1.915 * sin(anomaly) + 0.02 * sin(2 * anomaly))
        let tilt = radians(23.439)
        let declination = asin(sin(tilt) * sin(longitude))
        let ascension = atan2(cos(tilt) * sin(longitude), cos(longitude))
        let sidereal = radians(280.460_618_37 + 360.985_647_366_29 * days + position.longitude)
        let latitude = radians(position.latitude)
        let height =
            sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(sidereal - ascension)
        return asin(max(-1, min(1, height))) * 180 / .pi
    }

    private func radians(_ degrees: Double) -> Double {
        degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    }
}

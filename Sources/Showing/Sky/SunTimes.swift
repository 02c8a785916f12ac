public import Records

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

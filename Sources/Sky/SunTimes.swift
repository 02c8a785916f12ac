public import Records

/// The times of the Sun around one transit at a place, which is about noon.
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

    /// Computes the times of the transit that is nearest to a moment.
    ///
    /// - Parameters:
    ///   - noon: The moment, such as noon by the clocks of the place.
    ///   - position: The place.
    public init(around noon: UTC, at position: Position) {
        let path = SunPath(around: noon, at: position)
        zenith = path.zenith
        dawn = path.rise(to: .civil).moment
        sunrise = path.rise(to: .horizon).moment
        sunset = path.fall(to: .horizon).moment
        dusk = path.fall(to: .civil).moment
    }

    /// Whether the Sun is above the horizon.
    public static func isDay(at moment: UTC, position: Position) -> Bool {
        SunPath.isAbove(.horizon, at: moment, position: position)
    }

    /// Whether the Sun is below the horizon, but so little that it is civil twilight.
    public static func isTwilight(at moment: UTC, position: Position) -> Bool {
        !isDay(at: moment, position: position) && SunPath.isAbove(.civil, at: moment, position: position)
    }
}

public import Records

/// Day or night at a moment and a place, and how long it stays so at least.
///
/// It takes the Sun an hour to cross the horizon from 15 degrees away, so that most moments of a period need no
/// position of the Sun.
public struct Daylight: Sendable {
    /// The most by which the altitude of the Sun changes, in degrees an hour: the turn of the Earth, with the
    /// changes of the declination and of the equation of time.
    private static let mostChange = 15.1

    /// Whether the Sun is above the horizon.
    public let isDay: Bool
    /// The time for which that stays so at least, in seconds, not negative.
    public let leastSeconds: Int64

    /// Computes the altitude of the Sun.
    public init(at moment: UTC, position: Position) {
        let height = SunPath.height(above: .horizon, at: moment, position: position)
        isDay = height > 0
        leastSeconds = Int64(abs(height) / Daylight.mostChange * 3600)
    }
}

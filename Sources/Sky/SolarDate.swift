public import Records

/// A date by the mean solar time of a longitude: noon is the moment at which a mean Sun is highest there.
///
/// It needs no time zone, and differs from the date of local clocks only around midnight.
public struct SolarDate: Hashable, Sendable {
    /// The days since 1970-01-01.
    private let day: Int64
    /// The seconds by which the mean solar time is ahead of UTC.
    private let east: Int64

    private init(day: Int64, east: Int64) {
        self.day = day
        self.east = east
    }

    /// Finds the date of a moment at a position.
    public init(of moment: UTC, at position: Position) {
        east = Int64((position.longitude * 240).rounded())
        let seconds = moment.seconds + east
        day = (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
    }

    /// Returns the date some days later.
    public func later(byDays days: Int) -> SolarDate { SolarDate(day: day + Int64(days), east: east) }

    /// The moment at which the date begins, its mean midnight.
    public var start: UTC { UTC(seconds: day * 86_400 - east) }

    /// The moment of its mean noon.
    public var noon: UTC { start + .seconds(43_200) }

    /// The date as text, such as `2026-11-30`.
    public var text: String { String(UTC(seconds: day * 86_400).description.prefix(10)) }
}

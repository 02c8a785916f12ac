public import Records

/// The times of the Moon on one day at a place, to about a minute.
public struct MoonTimes: Sendable {
    /// The first moonrise of the day; `nil` if there is none, as on one day of each month.
    public private(set) var moonrise: UTC?
    /// The first moonset of the day; `nil` if there is none.
    public private(set) var moonset: UTC?
    /// The first moment of the day at which the Moon is highest; `nil` if there is none.
    private(set) var high: UTC?
    /// The first moment of the day at which the Moon is lowest; `nil` if there is none.
    private(set) var low: UTC?
    /// Whether the Moon is up at the start of the day.
    let startsUp: Bool

    /// The step of the search, in seconds.
    private static let step = 600

    /// Computes the times of the 24 hours around a moment.
    ///
    /// - Parameters:
    ///   - noon: The moment, such as noon by the clocks of the place.
    ///   - position: The place.
    public init(around noon: UTC, at position: Position) {
        func isUp(_ moment: UTC) -> Bool { Moon(at: moment).isUp(at: position) }
        func isWest(_ moment: UTC) -> Bool { Moon(at: moment).hourAngle(at: position.longitude) < 180 }
        var start = noon - .seconds(43_200)
        var (wasUp, wasWest) = (isUp(start), isWest(start))
        startsUp = wasUp
        for _ in 0..<86_400 / MoonTimes.step {
            let end = start + .seconds(MoonTimes.step)
            let (nowUp, nowWest) = (isUp(end), isWest(end))
            if nowUp != wasUp {
                let moment = change(after: start, within: MoonTimes.step, of: isUp)
                if nowUp { moonrise = moonrise ?? moment } else { moonset = moonset ?? moment }
            }
            if nowWest != wasWest {
                let moment = change(after: start, within: MoonTimes.step, of: isWest)
                if nowWest { high = high ?? moment } else { low = low ?? moment }
            }
            (start, wasUp, wasWest) = (end, nowUp, nowWest)
        }
    }
}

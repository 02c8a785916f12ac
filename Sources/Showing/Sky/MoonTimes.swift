public import Records

/// The times at which the Moon rises and sets on one day at a place, to about two minutes.
public struct MoonTimes: Sendable {
    /// The first moonrise of the day; `nil` if there is none, as on one day of each month.
    public private(set) var moonrise: UTC?
    /// The first moonset of the day; `nil` if there is none.
    public private(set) var moonset: UTC?

    /// The step of the search, in seconds.
    private static let step = 1200

    /// Computes the times on the local date of a moment.
    ///
    /// - Parameters:
    ///   - moment: A moment of the day.
    ///   - zone: The zone whose date counts.
    ///   - position: The place.
    public init(on moment: UTC, in zone: Zone, at position: Position) {
        var start = zone.noon(of: moment) - .seconds(43_200)
        var wasUp = Moon(at: start, position: position).altitude > 0
        for _ in 0..<86_400 / MoonTimes.step {
            let end = start + .seconds(MoonTimes.step)
            let isUp = Moon(at: end, position: position).altitude > 0
            if isUp, !wasUp {
                moonrise = moonrise ?? MoonTimes.crossing(after: start, at: position)
            } else if wasUp, !isUp {
                moonset = moonset ?? MoonTimes.crossing(after: start, at: position)
            }
            start = end
            wasUp = isUp
        }
    }

    /// Returns the moment within one step at which the Moon crosses the horizon, by bisection.
    private static func crossing(after start: UTC, at position: Position) -> UTC {
        let wasUp = Moon(at: start, position: position).altitude > 0
        var early = 0
        var late = step
        while late - early > 1 {
            let middle = (early + late) / 2
            let isUp = Moon(at: start + .seconds(middle), position: position).altitude > 0
            if isUp == wasUp { early = middle } else { late = middle }
        }
        return start + .seconds(late)
    }
}

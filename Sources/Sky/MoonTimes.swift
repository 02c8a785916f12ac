public import Records

/// The times of the Moon on one day at a place, to about a minute.
public struct MoonTimes: Sendable {
    /// The first moonrise of the day; `nil` if there is none, as on one day of each month.
    public let moonrise: UTC?
    /// The first moonset of the day; `nil` if there is none.
    public let moonset: UTC?
    /// The first moment of the day at which the Moon is highest; `nil` if there is none.
    let high: UTC?
    /// The first moment of the day at which the Moon is lowest; `nil` if there is none.
    let low: UTC?
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
        let start = noon - .seconds(43_200)
        let up = MoonTimes.changes(after: start) { Moon(at: $0).isUp(at: position) }
        let west = MoonTimes.changes(after: start) { Moon(at: $0).hourAngle(at: position.longitude) < 180 }
        startsUp = Moon(at: start).isUp(at: position)
        moonrise = up.start
        moonset = up.end
        high = west.start
        low = west.end
    }

    /// Returns the first moments at which a condition starts and ends in the 24 hours after a moment; `nil` if
    /// it does not.
    private static func changes(after first: UTC, of condition: (UTC) -> Bool) -> (start: UTC?, end: UTC?) {
        var found: (start: UTC?, end: UTC?) = (nil, nil)
        var wasMet = condition(first)
        for offset in stride(from: 0, to: 86_400, by: step) {
            let start = first + .seconds(offset)
            let isMet = condition(start + .seconds(step))
            guard isMet != wasMet else { continue }
            wasMet = isMet
            let moment = change(after: start, within: step, of: condition)
            if isMet { found.start = found.start ?? moment } else { found.end = found.end ?? moment }
        }
        return found
    }
}

import Definitions
import Fetching
import Records
import Storing

/// The end of the time for which the state of a source counts as current.
extension Source {
    /// Returns when the state becomes stale. A join does not become stale by itself, but its inputs do; a
    /// service never does, nor a file without an interval, since its changes are notified.
    ///
    /// Source: io.almanac.varlink, type Health: fetched + max(interval, lifetime) + max(interval/2, 1 min),
    /// with the delay of the next attempt in place of the interval if that is longer, as a learned rhythm
    /// permits.
    ///
    /// - Parameters:
    ///   - freshness: The freshness that the upstream states.
    ///   - next: The delay of the next attempt.
    ///   - isLate: Whether that delay is longer than usual, because the last request took the place of another.
    ///   - now: The time.
    /// - Returns: The moment; `nil` if it never becomes stale.
    func expiry(_ freshness: Freshness, next: Duration, isLate: Bool = false, at now: UTC) -> UTC? {
        guard definition.kind.readsDocuments, definition.interval != nil || !isWatched else { return ageEnd }
        let interval = definition.interval ?? .seconds(86_400)
        let planned = definition.learnsRhythm || streamPause > .zero || isLate ? next : .zero
        let due = now + max(interval, planned, freshness.lifetime ?? .zero)
        let end = (request.quiet?.end(from: due) ?? due) + max(interval / 2, .seconds(60))
        return min(end, ageEnd ?? end)
    }

    /// The end of the age of a report whose own time cannot be read, which no further copy renews; `nil` if
    /// the time is known.
    private var ageEnd: UTC? {
        state.undatedSince.map { $0 + (definition.maximumAge ?? definition.kind.longestUse) }
    }
}

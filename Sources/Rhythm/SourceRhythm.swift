public import Records

/// The learned state of one source: when it publishes, and how many requests it has cost.
///
/// The caller notes every attempt and asks for the moment of the next one. A value knows no clock; equal calls give equal
/// results.
///
/// ```swift
/// var rhythm = SourceRhythm(budget: RequestBudget(interval: .seconds(300)))
/// rhythm.note(.published(stamps: [observed]), at: now)
/// let next = rhythm.nextAttempt(after: now, notBefore: floor)
/// ```
public struct SourceRhythm: Sendable {
    /// The budget, which may change with the definition; what was learned stays.
    public var budget: RequestBudget
    private var latest: UTC?

    /// Creates the state of a source about which nothing is known: it behaves like a timer.
    public init(budget: RequestBudget) { self.budget = budget }

    /// Creates a state from its stored bytes; a state of another version, or anything else, starts over.
    public init(budget: RequestBudget, state: some Sequence<UInt8>) { self.init(budget: budget) }

    /// The state as bytes, at most 1 kB.
    public var state: [UInt8] { [0] }

    /// Learns from an attempt.
    ///
    /// - Parameters:
    ///   - result: The result of the attempt.
    ///   - moment: The time at which the request was sent. A clock that was set back or stood still is no error.
    ///   - cause: Whether the attempt counts against the budget.
    public mutating func note(_ result: AttemptResult, at moment: UTC, cause: AttemptCause = .schedule) {
        latest = moment
    }

    /// Returns the moment of the next scheduled attempt.
    ///
    /// - Parameters:
    ///   - moment: The time now; the result is never earlier.
    ///   - floor: The earliest moment that the host, the document or the backoff allows; it wins over everything else.
    /// - Returns: A moment that keeps the budget, at most `budget.longestPause` after the latest attempt unless the
    ///   floor or `moment` is later.
    public func nextAttempt(after moment: UTC, notBefore floor: UTC) -> UTC {
        guard let latest else { return max(moment, floor) }
        return max(latest + budget.interval, moment, floor)
    }

    /// Returns what is known, for people.
    ///
    /// - Parameter moment: The time now.
    /// - Returns: The summary; `next` is the moment without any floor.
    public func summary(at moment: UTC) -> RhythmSummary {
        var summary = RhythmSummary()
        summary.requestsPerDay = budget.requestsPerDay
        summary.next = nextAttempt(after: moment, notBefore: moment)
        return summary
    }
}

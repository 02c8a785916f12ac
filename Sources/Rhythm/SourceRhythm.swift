public import Records

/// The learned state of one source: when it publishes, and how many requests it has cost.
///
/// The caller records every attempt and asks for the moment of the next one. A value knows no clock: equal
/// calls give equal results.
///
/// ```swift
/// var rhythm = SourceRhythm(budget: RequestBudget(interval: .seconds(300)))
/// rhythm.record(.published(stamps: [observed]), at: now)
/// let next = rhythm.nextAttempt(after: now, notBefore: floor)
/// ```
///
/// The models of all periods learn from every attempt, but the source is polled like a timer until one of
/// them has won.
public struct SourceRhythm: Sendable {
    /// The interval and the longest pause of the source.
    public let budget: RequestBudget
    /// The account that its requests are charged to, which may be shared.
    public var account: RequestAccount
    /// The time of the latest attempt or delivery, and of the latest one with a document, or an answer that
    /// there is no new one; negative before the first.
    var latest = -1.0
    var answered = -1.0
    /// The time of the latest answer of the upstream itself; negative before the first.
    var checked = -1.0
    /// The models of the periods, from the shortest to the longest.
    var phases = SourceRhythm.periods.map { PhaseModel(period: $0.period, bins: $0.bins) }
    /// The index of the phase that counts; -1 if none does.
    var chosen = -1
    var activity = ActivityModel()
    /// The latest irregular publications, of which older ones count less; see `Excitement`.
    var excitement = 0.0
    /// The steps of the phase that counts.
    var steps = Steps()
    /// The usual lateness of the phase that counts, and what is missing.
    var punctuality = Punctuality()
    /// The minutes at which the source publishes.
    var hour = HourModel()
    /// The cycle for which the price was set, if cycles are long.
    var priced = -1.0
    /// The trust in stamps as times of availability, 0...1, and the number of times that they were refuted.
    var trust = 0.5
    var refutations = 0.0
    /// The average delay in seconds from publication to its discovery; negative before the first.
    var delay = -1.0
    /// The average time in seconds from the newest stamp to the middle of the interval of availability;
    /// negative if unknown.
    var lag = -1.0

    static let periods: [(period: Double, bins: Int)] = [
        (1800, 60), (3600, 120), (10_800, 120), (21_600, 180), (86_400, 288), (604_800, 168),
    ]

    /// Creates the state of a source about which nothing is known: it behaves like a timer.
    public init(budget: RequestBudget) {
        self.budget = budget
        account = RequestAccount(budget: budget)
    }

    /// Learns from an attempt.
    ///
    /// - Parameters:
    ///   - result: The result of the attempt.
    ///   - moment: The time at which the request was sent. A clock that was set back or stood still is no
    ///     error.
    ///   - cause: Whether the attempt counts against the budget.
    public mutating func record(_ result: AttemptResult, at moment: UTC, cause: AttemptCause = .schedule) {
        let now = moment.inSeconds
        // Times before 1970 or beyond the year 5000 are faults of a clock.
        guard (0..<1e11).contains(now) else { return }
        account.pass(until: now, isPriced: !isLong)
        if cause == .schedule { account.charge(at: now) }
        latest = now
        switch result {
        case .failed: return
        case .unchanged: learn(now, stamps: nil)
        case .published(let stamps): learn(now, stamps: stamps)
        }
        answered = now
        if cause != .delivery { checked = now }
    }

    /// Returns the moment of the next scheduled attempt.
    ///
    /// - Parameters:
    ///   - moment: The time now; the result is never earlier.
    ///   - floor: The earliest moment that the host, the document or the backoff allows; it wins over
    ///     everything else.
    /// - Returns: A moment that keeps the budget, at most `budget.longestPause` after the latest attempt
    ///   unless the floor or `moment` is later.
    public func nextAttempt(after moment: UTC, notBefore floor: UTC) -> UTC {
        guard latest >= 0, moment.inSeconds >= latest - 1 else { return max(moment, floor) }
        let planned = UTC(microseconds: Int64((affordable(min(wanted, checking)) * 1_000_000).rounded(.up)))
        return max(planned, moment, floor)
    }

    /// Returns the first moment at which the budget allows a request that was not planned, such as one that
    /// someone else suggests; it may borrow one.
    ///
    /// - Parameter moment: The time now; the result is never earlier.
    /// - Returns: A moment, at most `budget.longestPause` after the latest attempt unless `moment` is later.
    public func affordable(at moment: UTC) -> UTC {
        let now = moment.inSeconds
        guard latest >= 0, now >= latest - 1 else { return moment }
        let allowed = account.affordable(now, before: latest + budget.longestSeconds, debt: 1)
        return max(moment, UTC(inSeconds: allowed))
    }
}

extension UTC {
    /// The seconds since 1970, with fractions.
    var inSeconds: Double { Double(microseconds) / 1_000_000 }

    /// Creates a time from the seconds since 1970, with fractions.
    init(inSeconds seconds: Double) { self.init(microseconds: Int64((seconds * 1_000_000).rounded())) }
}

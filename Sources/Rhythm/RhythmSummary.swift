public import Records

/// The learned rhythm of a source, for people and for the interface.
public struct RhythmSummary: Hashable, Sendable {
    /// Whether a phase counts: it has predicted publications better than no phase.
    public var isLearned = false
    /// The period whose phase counts; `nil` without one.
    public var period: Duration?
    /// The usual time of publication within the period, from its start in UTC: at minute 51 for an hourly
    /// report, at 14:30 for a daily dataset; weeks start on Monday. `nil` without a period, or if no time
    /// stands out.
    public var phase: Duration?
    /// The usual time from `phase`, as the documents state it, until a document is available; `nil` if
    /// unknown.
    public var lag: Duration?
    /// The time from `phase` by which at least 99 % of the publications were seen; `nil` while too few are
    /// known.
    public var limit: Duration?
    /// The scheduled requests in the latest 24 hours; fewer than a day's while the source is newer.
    public var requestsPerDay: Double = 0
    /// The average time from publication until the request that found it, over the latest publications; `nil`
    /// before the first one.
    public var averageDelay: Duration?
    /// The publication that is missing, as far as the latest answer shows; `nil` if none is known to be.
    public var overdue: Overdue?
    /// The next scheduled attempt if nothing else holds it back.
    public var next: UTC?

    /// Creates the summary of a source without any attempts.
    public init() {}
}

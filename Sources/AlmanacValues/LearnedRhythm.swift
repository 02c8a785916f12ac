public import Records

/// The rhythm of a source that learns when its upstream publishes: io.almanac's `Rhythm`.
public struct LearnedRhythm: Hashable, Sendable {
    /// Whether the phase has predicted publications better than no phase.
    public let isLearned: Bool
    /// The period of the publications; `nil` if none is learned.
    public let period: Duration?
    /// The usual time of publication, as the documents state it, since the start of the period in UTC; weeks
    /// start on Monday. `nil` if no time stands out.
    public let phase: Duration?
    /// The time from `phase` until the document is available; `nil` if unknown.
    public let lag: Duration?
    /// The time from `phase` by which at least 99 % of the publications were seen; `nil` while too few are
    /// known.
    public let limit: Duration?
    /// The scheduled requests in the latest 24 hours.
    public let requestsPerDay: Double
    /// The time from publication to the request that found it, over the latest publications; `nil` before the
    /// first.
    public let averageDelay: Duration?

    /// Parses a rhythm; returns `nil` if the JSON has another shape. Numbers that none can have are left out.
    public init?(_ json: JSON) {
        guard let isLearned = json["learned"]?.bool else { return nil }
        self.isLearned = isLearned
        period = json["periodUSec"]?.span.flatMap { $0 > .zero ? $0 : nil }
        phase = json["phaseUSec"]?.span
        lag = json["lagUSec"]?.span
        limit = json["limitUSec"]?.span
        requestsPerDay = max(0, min(86_400, json["requestsPerDay"]?.double ?? 0))
        averageDelay = json["averageDelayUSec"]?.span
    }
}

extension JSON {
    /// The duration of a number of microseconds, at most a thousand days; `nil` for any other value.
    fileprivate var span: Duration? {
        int.flatMap { (0...86_400_000_000_000).contains($0) ? .microseconds($0) : nil }
    }
}

import Records

/// The number of scheduled requests that a source may cost, and the longest silence between two of them.
///
/// Retries after failures and refreshes that a user asks for have limits of their own and are not counted.
public struct RequestBudget: Hashable, Sendable {
    /// The interval of the timer that makes as many requests; at least a second.
    public let interval: Duration
    /// The interval and the longest pause in seconds, which every decision needs.
    let seconds, longestSeconds: Double

    /// Creates the budget of a timer, `Refresh=`; shorter intervals than a second become a second.
    public init(interval: Duration) {
        self.interval = max(.seconds(1), min(interval, .seconds(366 * 86_400)))
        seconds = self.interval.inSeconds
        longestSeconds = max(seconds * 2, min(seconds * 4, 86_400))
    }

    /// Creates a budget from a number of requests a day, `Requests=72/d`; `nil` unless it is 1...86,400.
    public init?(requestsPerDay: Int) {
        guard (1...86_400).contains(requestsPerDay) else { return nil }
        self.init(interval: .seconds(86_400) / requestsPerDay)
    }

    /// The average number of scheduled requests in a day.
    public var requestsPerDay: Double { 86_400 / seconds }

    /// The longest time without a request: four intervals, at most a day, but never less than two intervals.
    public var longestPause: Duration { max(interval * 2, min(interval * 4, .seconds(86_400))) }

    /// The maximum number of scheduled requests in any 24 hours: 1.25 times the average, but at least one.
    public var mostInADay: Int { max(1, Int(requestsPerDay * 1.25 + 1e-6)) }
}

extension Duration {
    /// The seconds, with fractions.
    var inSeconds: Double { Double(microseconds) / 1_000_000 }
}

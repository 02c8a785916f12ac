public import Records

/// The delays of recorded publications under a series of requests.
public struct RehearsalScore: Hashable, Sendable {
    /// The requests per day.
    public private(set) var requestsPerDay = 0.0
    /// The most requests in any 24 hours.
    public private(set) var worstDay = 0.0
    /// The share of requests that found nothing, 0...1.
    public private(set) var uselessShare = 0.0
    /// The shortest time between two requests, in seconds; 0 with fewer than two.
    public private(set) var shortestPause = 0.0
    /// The longest time between two requests, in seconds; 0 with fewer than two.
    public private(set) var longestPause = 0.0
    /// The delays of all publications before the last request.
    public private(set) var all = RehearsalDelays([])
    /// The delays of those that are no special reports.
    public private(set) var routine = RehearsalDelays([])
    /// The delays of special reports.
    public private(set) var specials = RehearsalDelays([])

    /// Scores requests.
    ///
    /// - Parameters:
    ///   - requests: The times of requests, in order.
    ///   - publications: The publications, in the order in which they became available.
    ///   - from: The start of the scored time.
    ///   - to: The end of the scored time.
    public init(
        requests: [UTC], publications: [RecordedPublication], from: UTC, to: UTC
    ) {
        var delays: [Double] = []
        var specials: [Double] = []
        var routine: [Double] = []
        var found: Set<Int> = []
        var index = 0
        for publication in publications where (from...to).contains(publication.available) {
            while index < requests.count, requests[index] < publication.available { index += 1 }
            guard index < requests.count else { break }
            if requests[index] <= to { found.insert(index) }
            let delay = (requests[index] - publication.available).inSeconds
            delays.append(delay)
            if publication.isSpecial { specials.append(delay) } else { routine.append(delay) }
        }
        all = RehearsalDelays(delays)
        self.specials = RehearsalDelays(specials)
        self.routine = RehearsalDelays(routine)
        count(
            requests.filter { (from...to).contains($0) }, found: found.count, seconds: (to - from).inSeconds)
    }

    /// Counts the requests of the scored time, of which some found something.
    private mutating func count(_ requests: [UTC], found: Int, seconds: Double) {
        requestsPerDay = Double(requests.count) / max(1 / 86_400, seconds / 86_400)
        worstDay = Double(RehearsalScore.most(requests))
        uselessShare = 1 - Double(found) / Double(max(1, requests.count))
        let pauses = zip(requests.dropFirst(), requests).map { ($0 - $1).inSeconds }
        shortestPause = pauses.min() ?? 0
        longestPause = pauses.max() ?? 0
    }

    /// Returns the averages of several scores, and the extremes of their pauses, delays and days; `nil`
    /// without any.
    public static func average(_ scores: [RehearsalScore]) -> RehearsalScore? {
        guard var result = scores.first else { return nil }
        func mean(_ value: (RehearsalScore) -> Double) -> Double {
            scores.reduce(0) { $0 + value($1) } / Double(scores.count)
        }
        result.requestsPerDay = mean(\.requestsPerDay)
        result.worstDay = scores.map(\.worstDay).max() ?? 0
        result.uselessShare = mean(\.uselessShare)
        result.shortestPause = scores.map(\.shortestPause).min() ?? 0
        result.longestPause = scores.map(\.longestPause).max() ?? 0
        result.all = .average(scores.map(\.all))
        result.routine = .average(scores.map(\.routine))
        result.specials = .average(scores.map(\.specials))
        return result
    }

    /// Returns the most requests in any 24 hours.
    private static func most(_ requests: [UTC]) -> Int {
        var first = 0
        var most = 0
        for index in requests.indices {
            while requests[first] <= requests[index] - .seconds(86_400) { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }
}

extension RehearsalScore {
    /// The number of publications that were scored.
    public var count: Int { all.count }
    /// The mean delay in seconds.
    public var mean: Double { all.mean }
    /// The delay in seconds that 95 % of the publications do not exceed.
    public var percentile95: Double { all.percentile95 }
    /// The longest delay in seconds.
    public var longest: Double { all.longest }
    /// The mean delay of special reports in seconds; `nil` without any.
    public var special: Double? { specials.count > 0 ? specials.mean : nil }
}

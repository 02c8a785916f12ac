public import Records

/// The delays of recorded publications under a series of requests.
public struct RehearsalScore: Hashable, Sendable {
    /// The publications that were scored: those before the last request.
    public private(set) var count = 0
    /// The requests per day.
    public private(set) var requestsPerDay = 0.0
    /// The most requests in any 24 hours.
    public private(set) var worstDay = 0.0
    /// The mean delay from availability to the first request at or after it, in seconds.
    public private(set) var mean = 0.0
    /// The median delay in seconds.
    public private(set) var median = 0.0
    /// The delay in seconds that 95 % of the publications do not exceed.
    public private(set) var percentile95 = 0.0
    /// The longest delay in seconds.
    public private(set) var longest = 0.0
    /// The mean delay of special reports in seconds; `nil` without any.
    public private(set) var special: Double?

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
        var index = 0
        for publication in publications where (from...to).contains(publication.available) {
            while index < requests.count, requests[index] < publication.available { index += 1 }
            guard index < requests.count else { break }
            let delay = (requests[index] - publication.available).inSeconds
            delays.append(delay)
            if publication.isSpecial { specials.append(delay) }
        }
        take(delays.sorted())
        special = specials.isEmpty ? nil : specials.reduce(0, +) / Double(specials.count)
        let scored = requests.filter { (from...to).contains($0) }
        requestsPerDay = Double(scored.count) / max(1 / 86_400, (to - from).inSeconds / 86_400)
        worstDay = Double(RehearsalScore.most(scored))
    }

    /// Returns the averages of several scores; `nil` without any.
    public static func average(_ scores: [RehearsalScore]) -> RehearsalScore? {
        guard var result = scores.first else { return nil }
        func mean(_ value: (RehearsalScore) -> Double) -> Double {
            scores.reduce(0) { $0 + value($1) } / Double(scores.count)
        }
        result.requestsPerDay = mean(\.requestsPerDay)
        result.worstDay = scores.map(\.worstDay).max() ?? 0
        result.mean = mean(\.mean)
        result.median = mean(\.median)
        result.percentile95 = mean(\.percentile95)
        result.longest = scores.map(\.longest).max() ?? 0
        result.special = result.special == nil ? nil : mean { $0.special ?? 0 }
        return result
    }

    private mutating func take(_ delays: [Double]) {
        count = delays.count
        guard let last = delays.last else { return }
        mean = delays.reduce(0, +) / Double(count)
        median = delays[min(count - 1, count / 2)]
        percentile95 = delays[min(count - 1, Int(0.95 * Double(count)))]
        longest = last
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

/// The delays of publications from their availability to the first request at or after it, in seconds.
public struct RehearsalDelays: Hashable, Sendable {
    /// The number of publications.
    public private(set) var count = 0
    /// The mean delay.
    public private(set) var mean = 0.0
    /// The median delay.
    public private(set) var median = 0.0
    /// The delay that 95 % of the publications do not exceed.
    public private(set) var percentile95 = 0.0
    /// The longest delay.
    public private(set) var longest = 0.0

    /// Sums up delays in any order.
    init(_ delays: [Double]) {
        let sorted = delays.sorted()
        guard let last = sorted.last else { return }
        count = sorted.count
        mean = sorted.reduce(0, +) / Double(count)
        median = sorted[min(count - 1, count / 2)]
        percentile95 = sorted[min(count - 1, Int(0.95 * Double(count)))]
        longest = last
    }

    /// Returns the averages, and the longest delay of all.
    static func average(_ delays: [RehearsalDelays]) -> RehearsalDelays {
        func mean(_ value: (RehearsalDelays) -> Double) -> Double {
            delays.reduce(0) { $0 + value($1) } / Double(max(1, delays.count))
        }
        var result = RehearsalDelays([])
        result.count = delays.map(\.count).max() ?? 0
        result.mean = mean(\.mean)
        result.median = mean(\.median)
        result.percentile95 = mean(\.percentile95)
        result.longest = delays.map(\.longest).max() ?? 0
        return result
    }
}

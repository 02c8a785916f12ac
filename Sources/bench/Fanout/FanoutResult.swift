/// The cost of the deliveries of one run.
struct FanoutResult {
    /// The server's CPU time for one delivery, in microseconds.
    let cost: Double
    /// The median delay of a burst to the last subscriber, in microseconds.
    let median: Double
    /// The 99th percentile of the delay.
    let worst: Double

    /// Both delays for the table.
    var times: String { "\(Int(median.rounded())) (\(Int(worst.rounded())))" }

    init(cost: Double, times: [Double]) {
        let sorted = times.sorted()
        self.init(cost: cost, median: sorted[sorted.count / 2], worst: sorted[sorted.count * 99 / 100])
    }

    private init(cost: Double, median: Double, worst: Double) {
        self.cost = cost
        self.median = median
        self.worst = worst
    }

    /// The medians of several runs.
    static func median(_ results: [FanoutResult]) -> FanoutResult {
        FanoutResult(
            cost: Measure.median(results.map(\.cost)), median: Measure.median(results.map(\.median)),
            worst: Measure.median(results.map(\.worst)))
    }
}

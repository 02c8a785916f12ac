/// What the deliveries of one run cost.
struct FanoutResult {
    /// Processor time of the server for one delivery, microseconds.
    let cost: Double
    /// How long a burst took to the last subscriber, microseconds: half of them no longer.
    let median: Double
    /// 99 of 100 no longer.
    let worst: Double

    /// Both, to be shown.
    var times: String { "\(Int(median.rounded())) (\(Int(worst.rounded())))" }

    init(cost: Double, times: [Double]) {
        let sorted = times.sorted()
        self.init(cost: cost, median: sorted[sorted.count / 2], worst: sorted[sorted.count * 99 / 100])
    }

    private init(cost: Double, median: Double, worst: Double) {
        (self.cost, self.median, self.worst) = (cost, median, worst)
    }

    /// The medians of several runs.
    static func median(_ results: [FanoutResult]) -> FanoutResult {
        FanoutResult(
            cost: Measure.median(results.map(\.cost)), median: Measure.median(results.map(\.median)),
            worst: Measure.median(results.map(\.worst)))
    }
}

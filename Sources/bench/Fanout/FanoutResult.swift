/// A measurement of a server of the fan-out benchmark.
protocol FanoutMeasurement {
    /// Whether no core was shared meanwhile; see ``SharedCore``.
    var isUndisturbed: Bool { get }
}

/// The cost of the deliveries of one run.
struct FanoutResult: FanoutMeasurement {
    /// The server's CPU time for one delivery, in microseconds.
    let cost: Double
    /// The median delay of a burst to the last subscriber, in microseconds.
    let median: Double
    /// The 99th percentile of the delay.
    let worst: Double
    let isUndisturbed: Bool

    /// Both delays for the table.
    var times: String { "\(Int(median.rounded())) (\(Int(worst.rounded())))" }

    init(cost: Double, times: [Double], isUndisturbed: Bool) {
        let sorted = times.sorted()
        self.init(
            cost: cost, median: sorted[sorted.count / 2], worst: sorted[sorted.count * 99 / 100],
            isUndisturbed: isUndisturbed)
    }

    private init(cost: Double, median: Double, worst: Double, isUndisturbed: Bool) {
        self.cost = cost
        self.median = median
        self.worst = worst
        self.isUndisturbed = isUndisturbed
    }

    /// The medians of several runs.
    static func median(_ results: [FanoutResult]) -> FanoutResult {
        FanoutResult(
            cost: Measure.median(results.map(\.cost)), median: Measure.median(results.map(\.median)),
            worst: Measure.median(results.map(\.worst)),
            isUndisturbed: results.allSatisfy(\.isUndisturbed))
    }
}

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
            cost: middle(results.map(\.cost)), median: middle(results.map(\.median)),
            worst: middle(results.map(\.worst)))
    }
}

/// What a subscriber costs the server that comes, stays and goes.
struct FanoutLife {
    /// Processor time, microseconds.
    let arrival: Double
    /// Processor time, microseconds.
    let departure: Double
    /// Memory while it is idle, bytes.
    let resident: Double

    /// The medians of several runs.
    static func median(_ lives: [FanoutLife]) -> FanoutLife {
        FanoutLife(
            arrival: middle(lives.map(\.arrival)), departure: middle(lives.map(\.departure)),
            resident: middle(lives.map(\.resident)))
    }
}

private func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

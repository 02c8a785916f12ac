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
            arrival: Measure.median(lives.map(\.arrival)), departure: Measure.median(lives.map(\.departure)),
            resident: Measure.median(lives.map(\.resident)))
    }
}

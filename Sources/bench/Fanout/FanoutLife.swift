/// The server's cost of a subscriber that connects, idles and disconnects.
struct FanoutLife: FanoutMeasurement {
    /// CPU time, in microseconds.
    let arrival: Double
    /// CPU time, in microseconds.
    let departure: Double
    /// Memory while idle, in bytes.
    let resident: Double
    let isUndisturbed: Bool

    /// The medians of several measurements.
    static func median(_ lives: [FanoutLife]) -> FanoutLife {
        FanoutLife(
            arrival: Measure.median(lives.map(\.arrival)), departure: Measure.median(lives.map(\.departure)),
            resident: Measure.median(lives.map(\.resident)),
            isUndisturbed: lives.allSatisfy(\.isUndisturbed))
    }
}

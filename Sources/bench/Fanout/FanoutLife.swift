/// The server's cost of a subscriber that connects, idles and disconnects.
struct FanoutLife {
    /// CPU time, in microseconds.
    let arrival: Double
    /// CPU time, in microseconds.
    let departure: Double
    /// Memory while idle, in bytes.
    let resident: Double

    /// The least times of several measurements, and the median of the memory.
    ///
    /// Other programs on the processor displace the server from its caches for seconds, and only ever add to its time.
    static func undisturbed(_ lives: [FanoutLife]) -> FanoutLife {
        FanoutLife(
            arrival: lives.map(\.arrival).min() ?? 0, departure: lives.map(\.departure).min() ?? 0,
            resident: Measure.median(lives.map(\.resident)))
    }
}

/// Delays in milliseconds.
struct Delays {
    private(set) var values: [Double] = []

    /// Adds a delay.
    mutating func add(_ value: Double) { values.append(value) }

    /// Adds other delays.
    mutating func add(_ other: Delays) { values += other.values }

    /// Returns a percentile; 0 without any value.
    func percentile(_ percent: Int) -> Double {
        guard !values.isEmpty else { return 0 }
        return values.sorted()[min(values.count - 1, values.count * percent / 100)]
    }

    /// The median, the 99th percentile and the greatest delay.
    var text: String {
        [50, 99, 100].map { Measure.short(percentile($0)) }.joined(separator: ", ") + " (p50, p99, last)"
    }
}

/// The minutes of the hour at which a source publishes, for sources that are polled about once an hour or
/// less.
///
/// Requests that are an hour or more apart say nothing about minutes, but the times that documents state do,
/// as long as they were never refuted. The program that writes the documents may have a clock of its own: one
/// that runs at minutes 2, 22 and 42 is best asked at minute 43.
struct HourModel: Sendable {
    /// The publications by pair of minutes.
    var counts = InlineArray<30, Float>(repeating: 0)
    /// The sum of `counts`.
    var total: Float = 0

    static let bins = 30
    static let hour = 3600.0
    private static let width = hour / Double(bins)
    private static let memory: Float = 200
    private static let enough: Float = 100
    /// The largest share of the mean age at a random minute that the best one may have.
    private static let worthwhile = 0.8

    /// Adds a publication.
    mutating func add(_ moment: Double) {
        counts[HourModel.bin(moment)] += 1
        total += 1
        guard total > HourModel.memory else { return }
        for bin in 0..<HourModel.bins { counts[bin] *= 0.5 }
        total *= 0.5
    }

    /// Adds up `counts`.
    mutating func addUp() {
        total = 0
        for bin in 0..<HourModel.bins { total += counts[bin] }
    }

    /// Returns the minute near a moment at which the latest publications are youngest.
    ///
    /// - Parameters:
    ///   - moment: The wanted moment.
    ///   - range: The largest shift in seconds, both ways.
    /// - Returns: The start of a pair of minutes, or `moment` if minutes do not matter.
    func align(_ moment: Double, in range: ClosedRange<Double>) -> Double {
        guard total >= HourModel.enough else { return moment }
        var age = meanAge(at: 0)
        var least = age
        var ages = InlineArray<30, Double>(repeating: 0)
        for bin in 0..<HourModel.bins {
            ages[bin] = age
            least = min(least, age)
            age += HourModel.width - HourModel.hour * Double(counts[bin] / total)
        }
        guard least < HourModel.worthwhile * HourModel.hour / 2 else { return moment }
        var best = moment
        var lowest = Double.infinity
        var start = ((moment + range.lowerBound) / HourModel.width).rounded(.up) * HourModel.width
        while start <= moment + range.upperBound {
            let cost = ages[HourModel.bin(start + 1)] + 0.2 * abs(start - moment)
            if cost < lowest {
                lowest = cost
                best = start
            }
            start += HourModel.width
        }
        return best
    }

    /// Returns the mean time since each publication at the start of an hour's bin.
    private func meanAge(at first: Int) -> Double {
        var sum = 0.0
        for bin in 0..<HourModel.bins {
            let back = Double(HourModel.bins - bin) - 0.5
            sum += back * HourModel.width * Double(counts[bin] / max(1, total))
        }
        return sum
    }

    private static func bin(_ moment: Double) -> Int {
        min(bins - 1, Int((moment - (moment / hour).rounded(.down) * hour) / width))
    }
}

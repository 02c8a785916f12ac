#if canImport(Glibc)
    import Glibc
#endif

/// The distribution of one routine publication in each cycle of a fixed period, and a constant rate of
/// others.
///
/// A cycle starts at the emptiest phase, so that a routine publication does not straddle two cycles. All
/// times are seconds since 1970.
struct PhaseModel: Sendable {
    /// The period and the width of a bin in seconds, and the bins per second.
    let period, width, perWidth: Double
    /// The weight of each bin in publications; sums to `count`.
    var weights: [Float]
    /// The sums of the weights from the start of the cycle.
    var sums: [Float]
    /// The publications in `weights`.
    var count = 0.0
    /// The probability that a cycle has a routine publication.
    var regularity = 0.8
    /// The regularity of each day of the week, if the period is a day.
    var weekdays = Weekdays()
    /// The probability that the routine publication of the current cycle was not seen yet.
    var unseen = 1.0
    /// The accumulated evidence against a constant rate, in nats.
    var evidence = 0.0
    /// The evidence per day, smoothed.
    var gain = 0.0
    /// The start of the current cycle; negative before the first attempt.
    var cycle = -1.0
    /// The bin at which cycles start.
    var boundary = 0
    /// The complete cycles that were followed.
    var cycles = 0.0
    /// Whether the current cycle was followed from its start.
    var isWhole = false
    /// Whether the cycles were divided into steps since the last one began.
    var isDivided = false
    /// Whether the start of cycles was checked in the present cycle.
    var isSettled = false
    /// The irregular publications and the seconds in which they were counted.
    var irregular = (count: 0.0, seconds: 0.0)

    /// Creates a model without any knowledge.
    init(period: Double, bins: Int) {
        self.period = period
        width = period / Double(bins)
        perWidth = Double(bins) / period
        weights = Array(repeating: 0, count: bins)
        sums = Array(repeating: 0, count: bins + 1)
    }

    /// The number of bins.
    var bins: Int { weights.count }
    /// The rate of irregular publications per second.
    var irregularRate: Double { (irregular.count + 0.1) / (irregular.seconds + period) }
    /// The irregular share of all publications.
    var irregularShare: Double {
        let expected = irregularRate * period
        return expected / (expected + regularity)
    }

    /// Returns the start of the cycle that contains a moment.
    func start(_ moment: Double) -> Double {
        if moment >= cycle, moment < cycle + period, cycle >= 0 { return cycle }
        let offset = Double(boundary) * width
        return ((moment - offset) / period).rounded(.down) * period + offset
    }

    /// Returns the share of routine publications in the first `elapsed` seconds of a cycle, 0...1.
    func share(before elapsed: Double) -> Double {
        guard elapsed > 0 else { return 0 }
        guard elapsed < period else { return 1 }
        let position = elapsed * perWidth
        let whole = min(Int(position), bins - 1)
        let part = Float(position - Double(whole))
        let sum = sums[whole] + (sums[whole + 1] - sums[whole]) * part
        return (Double(sum) + Tuning.uniformWeight * elapsed / period) / (count + Tuning.uniformWeight)
    }

    /// Returns the probability that the cycle which begins at a moment has a routine publication.
    func regularity(_ begin: Double) -> Double {
        period == 86_400 ? weekdays.regularity(begin, average: regularity) : regularity
    }

    /// The regularity that plans assume: the requests of one day cannot be spent on another, so that each day
    /// is planned like the best one.
    var plannedRegularity: Double {
        period == 86_400 ? weekdays.most(average: regularity) : regularity
    }

    /// Returns the probability that the routine publication is still expected in the cycle of a moment.
    func unseen(at moment: Double) -> Double { start(moment) == cycle ? unseen : 1 }

    /// Returns the probability of a routine publication after `from` until `to`, given what was seen until
    /// `from`.
    func routine(from: Double, to: Double) -> Double {
        let begin = start(from)
        let passed = share(before: from - begin)
        let regularity = regularity(begin)
        let scale = unseen(at: from) * regularity / (1 - regularity * passed)
        if to <= begin + period { return scale * (share(before: to - begin) - passed) }
        let first = scale * (1 - passed)
        let next = self.regularity(begin + period)
        if to >= begin + 2 * period { return 1 - (1 - first) * (1 - next) }
        return 1 - (1 - first) * (1 - next * share(before: to - begin - period))
    }

    /// Adds up `weights` from the start of the cycle.
    mutating func addUp() {
        isDivided = false
        var sum: Float = 0
        var bin = boundary
        for index in 0..<bins {
            sum += weights[bin]
            bin = bin + 1 == bins ? 0 : bin + 1
            sums[index + 1] = sum
        }
    }

    /// Adds up `weights` after some of them have changed.
    ///
    /// - Parameters:
    ///   - first: The first bin that has changed.
    ///   - steps: The number of bins, at most all.
    mutating func addUp(from first: Int, steps: Int) {
        let begin = first < boundary ? first - boundary + bins : first - boundary
        guard begin + steps <= bins else { return addUp() }
        let end = begin + steps
        let before = sums[end]
        var sum = sums[begin]
        var bin = first
        for index in begin..<end {
            sum += weights[bin]
            bin = bin + 1 == bins ? 0 : bin + 1
            sums[index + 1] = sum
        }
        let added = sum - before
        for index in end + 1..<max(end + 1, bins + 1) { sums[index] += added }
    }

    /// Forgets the phase but not the rate of publications, after a change of habits.
    mutating func soften() {
        let keep = min(1, 2 / max(count, 1e-9))
        for bin in weights.indices { weights[bin] *= Float(keep) }
        count *= keep
        addUp()
    }
}

#if canImport(Glibc)
    import Glibc
#endif

/// The distribution of one routine publication in each cycle of a fixed period, and a constant rate of others.
///
/// A cycle starts at the emptiest phase, so that a routine publication does not straddle two cycles. All times are
/// seconds since 1970.
struct PhaseModel: Sendable {
    /// The period in seconds.
    let period: Double
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
    /// The irregular publications and the seconds in which they were counted.
    var irregular = (count: 0.0, seconds: 0.0)

    /// Creates a model without any knowledge.
    init(period: Double, bins: Int) {
        self.period = period
        weights = Array(repeating: 0, count: bins)
        sums = Array(repeating: 0, count: bins + 1)
    }

    /// The number of bins.
    var bins: Int { weights.count }
    /// The width of a bin in seconds.
    var width: Double { period / Double(bins) }
    /// The rate of irregular publications per second.
    var irregularRate: Double { (irregular.count + 0.1) / (irregular.seconds + period) }
    /// The irregular share of all publications.
    var irregularShare: Double {
        let expected = irregularRate * period
        return expected / (expected + regularity)
    }

    /// Returns the start of the cycle that contains a moment.
    func start(_ moment: Double) -> Double {
        let offset = Double(boundary) * width
        return ((moment - offset) / period).rounded(.down) * period + offset
    }

    /// Returns the share of routine publications in the first `elapsed` seconds of a cycle, 0...1.
    func share(before elapsed: Double) -> Double {
        guard elapsed > 0 else { return 0 }
        guard elapsed < period else { return 1 }
        let position = elapsed / width
        let whole = min(Int(position), bins - 1)
        let part = Float(position - Double(whole))
        let sum = sums[whole] + (sums[whole + 1] - sums[whole]) * part
        return (Double(sum) + Tuning.uniformWeight * elapsed / period) / (count + Tuning.uniformWeight)
    }

    /// Returns the probability that the cycle which begins at a moment has a routine publication.
    func regularity(_ begin: Double) -> Double {
        period == 86_400 ? weekdays.regularity(begin, average: regularity) : regularity
    }

    /// The regularity that plans assume: the requests of one day cannot be spent on another, so that each day is
    /// planned like the best one.
    var plannedRegularity: Double {
        period == 86_400 ? weekdays.most(average: regularity) : regularity
    }

    /// Returns the probability of a bin, counted from bin 0 of the period.
    func probability(of bin: Int) -> Double {
        (Double(weights[bin]) + Tuning.uniformWeight / Double(bins)) / (count + Tuning.uniformWeight)
    }

    /// Returns the probability that the routine publication is still expected in the cycle of a moment.
    func unseen(at moment: Double) -> Double { start(moment) == cycle ? unseen : 1 }

    /// Returns the probability of a routine publication after `from` until `to`, given what was seen until `from`.
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
        var sum: Float = 0
        var bin = boundary
        for index in 0..<bins {
            sum += weights[bin]
            bin = bin + 1 == bins ? 0 : bin + 1
            sums[index + 1] = sum
        }
    }

    /// Forgets the phase but not the rate of publications, after a change of habits.
    mutating func soften() {
        let keep = min(1, 2 / max(count, 1e-9))
        for bin in weights.indices { weights[bin] *= Float(keep) }
        count *= keep
        addUp()
    }
}

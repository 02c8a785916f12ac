#if canImport(Glibc)
    import Glibc
#endif

/// The evidence of an answered attempt about publications since the attempt before.
struct Observation {
    /// The time of the attempt before, and of this one.
    let from, to: Double
    /// Whether something was published.
    let isPublished: Bool
    /// The earliest moment at which it can have become available, at least `from`.
    let earliest: Double
    /// The moment at which it became available, where the stamps of this source can be trusted.
    let exact: Double?
    /// The logarithm of the probability of this outcome without a phase.
    let constant: Double

    /// The time between the attempts.
    var gap: Double { to - from }
}

extension PhaseModel {
    /// Learns from an attempt, after scoring what the model predicted for it.
    ///
    /// - Returns: The probability that something was published out of the routine.
    mutating func learn(_ observation: Observation) -> Double {
        let expected = routine(from: observation.from, to: observation.to)
        let rate = irregularRate
        guard observation.isPublished else {
            score(observation, PhaseModel.logarithm(1 - expected) - rate * observation.gap)
            enterCycle(of: observation.from)
            countIrregular(0, seconds: observation.gap)
            enterCycle(of: observation.to)
            return 0
        }
        let irregular = (1 - expected) * (1 - exp(-rate * observation.gap))
        score(observation, PhaseModel.logarithm(expected + irregular))
        enterCycle(of: observation.from)
        let share = expected / max(1e-9, expected + irregular)
        countIrregular(1 - share, seconds: observation.gap)
        if observation.gap < period { add(share, observation) }
        enterCycle(of: observation.to)
        unseen *= 1 - share
        if observation.gap < period { moveBoundary(at: observation.to) }
        return 1 - share
    }

    /// Returns the logarithm of a probability, of at least 1e-6.
    static func logarithm(_ probability: Double) -> Double {
        let missing = 1 - probability
        guard missing > 0.01 else { return -missing - missing * missing / 2 }
        return log(max(1e-6, probability))
    }

    /// Enters the cycle of a moment, and learns whether the completed one had a routine publication.
    mutating func enterCycle(of moment: Double) {
        let begin = start(moment)
        guard begin != cycle else { return }
        isSettled = false
        let follows = begin > cycle && begin - cycle < 1.5 * period
        if cycle >= 0, follows, isWhole {
            cycles = min(cycles + 1, 1000)
            regularity += (1 - unseen - regularity) / min(cycles + 3, 30)
            regularity = min(0.98, max(0.05, regularity))
            weekdays.add(cycle, probability: 1 - unseen)
        }
        isWhole = cycle >= 0 && follows
        cycle = begin
        unseen = 1
    }

    /// Adds to the evidence, once per attempt: bursts of entries prove no phase.
    private mutating func score(_ observation: Observation, _ logarithm: Double) {
        let step = logarithm - observation.constant
        let bounded = max(-Tuning.largestStep, min(Tuning.largestStep, step))
        evidence = max(Tuning.evidence.lowerBound, min(Tuning.evidence.upperBound, evidence + bounded))
        let memory = 12 * period + 43_200
        gain += (bounded * 86_400 - gain * observation.gap) / max(memory, observation.gap)
    }

    private mutating func countIrregular(_ publications: Double, seconds: Double) {
        irregular.count += publications
        irregular.seconds += seconds
        let memory = 60 * period
        guard irregular.seconds > memory else { return }
        irregular.count *= memory / irregular.seconds
        irregular.seconds = memory
    }

    /// Adds a publication, of which `share` is routine.
    private mutating func add(_ share: Double, _ observation: Observation) {
        fade(toAdd: share)
        let blurred = period < 86_400 ? 0 : share * Tuning.blur.part
        if blurred > 0 {
            blur(blurred, around: observation.exact ?? (observation.earliest + observation.to) / 2)
        }
        if let exact = observation.exact {
            put(share - blurred, at: exact)
        } else {
            spread(share - blurred, from: observation.earliest, to: observation.to)
        }
        count += share
    }

    private mutating func fade(toAdd share: Double) {
        guard count + share > Tuning.memory else { return }
        let keep = Float((Tuning.memory - share) / count)
        for bin in weights.indices { weights[bin] *= keep }
        for index in sums.indices { sums[index] *= keep }
        count = Tuning.memory - share
    }

    /// Adds a publication at a known time to its bin and the two around it.
    private mutating func put(_ share: Double, at moment: Double) {
        let bin = bin(of: moment)
        let before = bin == 0 ? bins - 1 : bin - 1
        weights[bin] += Float(share * 0.5)
        weights[before] += Float(share * 0.25)
        weights[bin + 1 == bins ? 0 : bin + 1] += Float(share * 0.25)
        addUp(from: before, steps: 3)
    }

    /// Adds a publication evenly to the bins around a time.
    private mutating func blur(_ share: Double, around moment: Double) {
        let first = bin(of: moment - Tuning.blur.before * period)
        let steps = max(1, Int((Tuning.blur.before + Tuning.blur.after) * Double(bins)))
        let part = Float(share / Double(steps))
        let end = min(bins, first + steps)
        for bin in first..<end { weights[bin] += part }
        for bin in 0..<first + steps - end { weights[bin] += part }
        addUp(from: first, steps: steps)
    }

    /// Spreads a publication over the bins in which it can have become available, by their probabilities:
    /// intervals of different attempts intersect, and the phase becomes sharper than any of them.
    private mutating func spread(_ share: Double, from: Double, to: Double) {
        let begin = (from * perWidth).rounded(.down)
        let first = bin(of: from)
        let steps = min(bins, Int(to * perWidth - begin) + 1)
        let last = first + steps > bins ? first + steps - bins - 1 : first + steps - 1
        let uniform = Float(Tuning.uniformWeight / Double(bins))
        // The parts of the first and of the last bin in which it cannot have become available.
        let before = Float(from * perWidth - begin) * (weights[first] + uniform)
        let after = Float(begin + Double(steps) - to * perWidth) * (weights[last] + uniform)
        let total = weight(from: first, steps: steps) + uniform * Float(steps) - before - after
        let unit = Float(share) / max(1e-9, total)
        let end = min(bins, first + steps)
        for bin in first..<end { weights[bin] += unit * (weights[bin] + uniform) }
        for bin in 0..<first + steps - end { weights[bin] += unit * (weights[bin] + uniform) }
        weights[first] = max(0, weights[first] - unit * before)
        weights[last] = max(0, weights[last] - unit * after)
        addUp(from: first, steps: steps)
    }

    private func bin(of moment: Double) -> Int {
        let phase = moment - (moment / period).rounded(.down) * period
        return min(bins - 1, Int(phase / width))
    }

    /// Moves the start of cycles to the middle of the emptiest quarter of the period, if that is clearly
    /// emptier; looked for once a cycle.
    private mutating func moveBoundary(at moment: Double) {
        guard !isSettled else { return }
        isSettled = true
        let quarter = bins / 4
        let half = quarter / 2
        let present = weight(from: boundary < half ? boundary - half + bins : boundary - half, steps: quarter)
        var sum = weight(from: 0, steps: quarter)
        var least = present * 0.8 - Float(Tuning.worthMoving * count) - 1e-6
        var emptiest: Int?
        var next = quarter
        for bin in 0..<bins {
            if sum < least {
                least = sum - 1e-6
                emptiest = bin
            }
            sum += weights[next] - weights[bin]
            next = next + 1 == bins ? 0 : next + 1
        }
        // Rounding errors of the sums fade with them: no need to add up again.
        guard let emptiest else { return isDivided = false }
        boundary = emptiest + half < bins ? emptiest + half : emptiest + half - bins
        cycle = -1
        cycle = start(moment)
        isWhole = false
        addUp()
    }

    /// Returns the weight of some bins.
    private func weight(from first: Int, steps: Int) -> Float {
        let end = min(bins, first + steps)
        var sum: Float = 0
        for bin in first..<end { sum += weights[bin] }
        for bin in 0..<first + steps - end { sum += weights[bin] }
        return sum
    }
}

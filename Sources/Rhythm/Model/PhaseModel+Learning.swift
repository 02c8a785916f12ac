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
    /// The probability of this outcome if the source published at a constant rate.
    let constant: Double

    /// The time between the attempts.
    var gap: Double { to - from }
}

extension PhaseModel {
    /// Learns from an attempt, after scoring what the model predicted for it.
    mutating func learn(_ observation: Observation) {
        let expected = routine(from: observation.from, to: observation.to)
        let quiet = exp(-irregularRate * observation.gap)
        score(observation, silence: (1 - expected) * quiet)
        enterCycle(of: observation.from)
        var share = 0.0
        if observation.isPublished {
            share = expected / max(1e-9, expected + (1 - expected) * (1 - quiet))
        }
        countIrregular(observation.isPublished ? 1 - share : 0, seconds: observation.gap)
        if observation.isPublished, observation.gap < period { add(share, observation) }
        enterCycle(of: observation.to)
        guard observation.isPublished else { return }
        unseen *= 1 - share
        if observation.gap < period { moveBoundary(at: observation.to) }
    }

    /// Enters the cycle of a moment, and learns whether the completed one had a routine publication.
    mutating func enterCycle(of moment: Double) {
        let begin = start(moment)
        guard begin != cycle else { return }
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
    private mutating func score(_ observation: Observation, silence: Double) {
        let predicted = observation.isPublished ? 1 - silence : silence
        let step = log(max(1e-6, predicted)) - log(max(1e-6, observation.constant))
        let bounded = max(-Tuning.largestStep, min(Tuning.largestStep, step))
        evidence = max(Tuning.evidence.lowerBound, min(Tuning.evidence.upperBound, evidence + bounded))
        let memory = 12 * period + 43_200
        gain += (bounded / observation.gap * 86_400 - gain) * min(1, observation.gap / memory)
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
        if count + share > Tuning.memory {
            let keep = Float((Tuning.memory - share) / count)
            for bin in weights.indices { weights[bin] *= keep }
            count = Tuning.memory - share
        }
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
        addUp()
    }

    /// Adds a publication at a known time to its bin and the two around it.
    private mutating func put(_ share: Double, at moment: Double) {
        let bin = bin(of: moment)
        weights[bin] += Float(share * 0.5)
        weights[(bin + 1) % bins] += Float(share * 0.25)
        weights[(bin + bins - 1) % bins] += Float(share * 0.25)
    }

    /// Adds a publication evenly to the bins around a time.
    private mutating func blur(_ share: Double, around moment: Double) {
        let first = bin(of: moment - Tuning.blur.before * period)
        let steps = max(1, Int((Tuning.blur.before + Tuning.blur.after) * Double(bins)))
        for step in 0..<steps { weights[(first + step) % bins] += Float(share / Double(steps)) }
    }

    /// Spreads a publication over the bins in which it can have become available, by their probabilities: intervals
    /// of different attempts intersect, and the phase becomes sharper than any of them.
    private mutating func spread(_ share: Double, from: Double, to: Double) {
        let first = (from / width).rounded(.down)
        let bin = bin(of: from)
        let steps = min(bins, Int((to / width).rounded(.down) - first) + 1)
        var total = 0.0
        for step in 0..<steps { total += mass(step) }
        for step in 0..<steps { weights[(bin + step) % bins] += Float(share * mass(step) / total) }

        func mass(_ step: Int) -> Double {
            let begin = max(from, (first + Double(step)) * width)
            let end = min(to, (first + Double(step) + 1) * width)
            return probability(of: (bin + step) % bins) * max(1e-6, end - begin)
        }
    }

    private func bin(of moment: Double) -> Int {
        let phase = moment - (moment / period).rounded(.down) * period
        return min(bins - 1, Int(phase / width))
    }

    /// Moves the start of cycles to the middle of the emptiest quarter of the period, if that is clearly emptier.
    private mutating func moveBoundary(at moment: Double) {
        let quarter = bins / 4
        var sum: Float = 0
        for bin in 0..<quarter { sum += weights[bin] }
        var present: Float = 0
        for step in 0..<quarter { present += weights[(boundary - quarter / 2 + step + bins) % bins] }
        var least = present * 0.8
        var emptiest: Int?
        for bin in 0..<bins {
            if sum < least - 1e-6 {
                least = sum
                emptiest = bin
            }
            sum += weights[(bin + quarter) % bins] - weights[bin]
        }
        guard let emptiest else { return }
        boundary = (emptiest + quarter / 2) % bins
        cycle = start(moment)
        isWhole = false
        addUp()
    }
}

public import Records

#if canImport(Glibc)
    import Glibc
#endif

extension RequestAccount {
    /// Returns the moment of the next request for several sources; a `SharedPlan` that is kept costs less.
    ///
    /// - Parameters:
    ///   - rhythms: The sources that the request is for.
    ///   - moment: The time now; the result is never earlier.
    /// - Returns: A moment that keeps the budget.
    public func nextRequest(for rhythms: [SourceRhythm], after moment: UTC) -> UTC {
        var plan = SharedPlan(count: rhythms.count)
        return plan.nextRequest(on: self, after: moment) { rhythms[$0] }
    }

    /// The delay that a request for several sources must save, as a multiple of what each of a timer saves.
    var shared: Double { exp(sharedPrice) * scarcity }

    /// The debt that several sources may have.
    var sharedDebt: Double { Tuning.debt * budget.requestsPerDay }
}

extension SourceRhythm {
    /// Returns the weight of the source in a plan for several.
    ///
    /// - Parameter interval: The interval of the timer with the budget of the plan.
    /// - Returns: A factor of its delays, at least that of its interval.
    func weight(interval: Double) -> Double { interval / budget.seconds * need }

    /// The factor of the weight of a source that is found later than with a timer.
    private var need: Double {
        guard delay > 0 else { return 1 }
        let ratio = delay / (budget.seconds / 2)
        let least = chosen < 0 ? Tuning.need.unlearned : 1
        return max(least, min(Tuning.need.most, pow(ratio / Tuning.need.above, Tuning.need.power)))
    }

    /// Writes the publications that the source expects in equal steps, as multiples of those in an interval of the plan.
    ///
    /// - Parameters:
    ///   - start: The start of the first step.
    ///   - step: The length of a step in seconds.
    ///   - curve: The memory to write to.
    ///   - range: The place of the steps in it.
    func expect(from start: Double, step: Double, in curve: inout [Float], at range: Range<Int>) {
        let constant = Float(1 / SharedPlan.stepsOfInterval)
        guard chosen >= 0 else {
            for index in range { curve[index] = constant }
            return
        }
        let phase = phases[chosen]
        let rate = phase.regularity / phase.period + phase.irregularRate
        let mean = phase.irregularRate
        let (dull, lively) = (Tuning.liveliness.lowerBound, Tuning.liveliness.upperBound)
        let liveliness = max(dull, min(lively, Excitement.rate(excitement, mean: mean) / mean))
        let even = (Tuning.sharedEven * rate + (1 - Tuning.sharedEven) * mean) * step * liveliness
        let unit = 1 / max(1e-12, rate * step * SharedPlan.stepsOfInterval)
        var cycle = Cycle(phase, at: start)
        var before = 0.0
        for (number, index) in range.enumerated() {
            let routine = cycle.routine(until: start + Double(number + 1) * step)
            curve[index] = Float(unit * ((1 - Tuning.sharedEven) * (routine - before) + even))
            before = routine
        }
    }
}

/// The routine publications that a phase expects after a request that found nothing more.
private struct Cycle {
    private let phase: PhaseModel
    /// The share of the publications that a weight is.
    private let unit: Double
    /// The end of the present cycle, and the publications until its start.
    private var end: Double
    private var done: Double
    /// The factor of weights in the present cycle.
    private var scale: Double

    init(_ phase: PhaseModel, at moment: Double) {
        self.phase = phase
        unit = 1 / (phase.count + Tuning.uniformWeight)
        let begin = phase.start(moment)
        end = begin + phase.period
        // The share of the present cycle that has passed, and the expected publications in all of it, if none was seen.
        let passed = phase.share(before: moment - begin)
        let expected = phase.unseen(at: moment) * phase.regularity / (1 - phase.regularity * passed)
        done = -expected * passed
        scale = expected * unit
    }

    /// Returns the publications from the request until a time, which grows from call to call.
    mutating func routine(until time: Double) -> Double {
        while time > end {
            done += scale / unit
            scale = phase.regularity * unit
            end += phase.period
        }
        return done + scale * phase.weight(before: time - end + phase.period)
    }
}

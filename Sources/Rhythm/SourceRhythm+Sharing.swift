#if canImport(Glibc)
    import Glibc
#endif

extension RequestAccount {
    /// The delay that a request for several sources must save, as a multiple of what each of a timer saves.
    var shared: Double { exp(sharedPrice + scarcity) }

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

    /// Writes the publications that the source expects in `SharedSteps`, as multiples of those in an interval
    /// of the plan.
    ///
    /// - Parameters:
    ///   - start: The start of the first step.
    ///   - step: The length of a short step in seconds.
    ///   - curve: The memory to write to.
    ///   - first: The place of the first step in it.
    func expect(from start: Double, step: Double, in curve: inout [Float], at first: Int) {
        let short = first..<first + SharedSteps.short
        let long = short.upperBound..<first + SharedSteps.count
        guard chosen >= 0 else {
            for index in short { curve[index] = Float(1 / SharedSteps.perInterval) }
            for index in long { curve[index] = Float(2 / SharedSteps.perInterval) }
            return
        }
        // A span lends the phase; the array would copy it.
        let phases = phases.span
        let rate = phases[chosen].regularity / phases[chosen].period + phases[chosen].irregularRate
        let unit = 1 / max(1e-12, rate * step * SharedSteps.perInterval)
        let factor = Float(unit * (1 - Tuning.sharedEven))
        let even = Tuning.sharedEven * rate + (1 - Tuning.sharedEven) * phases[chosen].irregularRate
        let constant = Float(unit * even * step * liveliness(mean: phases[chosen].irregularRate))
        var cycle = RoutineCycle(phases[chosen], from: start)
        cycle.expect(every: Float(step), times: factor, plus: constant, in: &curve, at: short)
        cycle.expect(every: Float(2 * step), times: factor, plus: 2 * constant, in: &curve, at: long)
    }

    /// The present rate of irregular publications, as a multiple of their mean rate.
    private func liveliness(mean: Double) -> Double {
        let present = Excitement.rate(excitement, mean: mean) / mean
        return max(Tuning.liveliness.lowerBound, min(Tuning.liveliness.upperBound, present))
    }
}

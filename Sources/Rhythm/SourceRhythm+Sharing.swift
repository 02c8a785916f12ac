public import Records

#if canImport(Glibc)
    import Glibc
#endif

extension RequestAccount {
    /// Returns the moment of the next request for several sources.
    ///
    /// - Parameters:
    ///   - rhythms: The sources that the request is for.
    ///   - moment: The time now; the result is never earlier.
    /// - Returns: A moment that keeps the budget.
    public func nextRequest(for rhythms: [SourceRhythm], after moment: UTC) -> UTC {
        let now = moment.inSeconds
        guard latest >= 0, now >= latest - 1 else { return moment }
        var plan = SharedPlan(start: latest, interval: budget.seconds)
        var debt = 0.0
        for rhythm in rhythms {
            rhythm.contribute(to: &plan, interval: budget.seconds)
            if rhythm.chosen >= 0 { debt = Tuning.debt * budget.requestsPerDay }
        }
        let wanted = plan.next(price: exp(sharedPrice) * scarcity, longest: budget.longestSeconds)
        let planned = affordable(wanted, before: latest + budget.longestSeconds, debt: debt)
        return max(moment, UTC(microseconds: Int64((planned * 1_000_000).rounded(.up))))
    }
}

extension SourceRhythm {
    /// Adds the expected publications of the source to a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - interval: The interval of the timer with the budget of the plan.
    func contribute(to plan: inout SharedPlan, interval: Double) {
        let weight = interval / budget.seconds * need
        let start = plan.start
        guard chosen >= 0 else { return plan.add(weight: weight, rate: 1) { $0 - start } }
        let phase = phases[chosen]
        let rate = phase.regularity / phase.period + phase.irregularRate
        let even = Tuning.sharedEven * rate + (1 - Tuning.sharedEven) * phase.irregularRate
        let cycle = Cycle(phase, at: start)
        plan.add(weight: weight, rate: rate) { time in
            (1 - Tuning.sharedEven) * cycle.routine(until: time) + even * (time - start)
        }
    }

    /// The factor of the weight of a source that is found later than with a timer.
    private var need: Double {
        guard delay > 0 else { return 1 }
        let ratio = delay / (budget.seconds / 2)
        return max(1, min(Tuning.need.most, pow(ratio / Tuning.need.above, Tuning.need.power)))
    }
}

/// The routine publications that a phase expects after a request that found nothing more.
private struct Cycle {
    private let phase: PhaseModel
    /// The start of the next cycle.
    private let end: Double
    /// The share of the present cycle that has passed, and the expected publications in all of it, if none was seen.
    private let passed, scale: Double

    init(_ phase: PhaseModel, at moment: Double) {
        self.phase = phase
        let begin = phase.start(moment)
        end = begin + phase.period
        passed = phase.share(before: moment - begin)
        scale = phase.unseen(at: moment) * phase.regularity / (1 - phase.regularity * passed)
    }

    /// Returns the publications from the request until a time.
    func routine(until time: Double) -> Double {
        guard time > end else { return scale * (phase.share(before: time - end + phase.period) - passed) }
        let cycles = ((time - end) / phase.period).rounded(.down)
        let share = phase.share(before: time - end - cycles * phase.period)
        return scale * (1 - passed) + phase.regularity * (cycles + share)
    }
}

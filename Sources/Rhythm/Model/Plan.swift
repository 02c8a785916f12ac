/// A plan for the routine publication of a cycle, with the least delay and price.
///
/// After a request that found nothing, the best rest of the plan follows; after one that found the
/// publication, nothing more is asked.
struct Plan {
    /// The moments of the first and of the last possible request, in seconds from the start of the cycle.
    let first, last: Double
    /// The expected number of requests: later ones are only sent if earlier ones found nothing.
    let requests: Double

    /// Creates the plan, or `nil` if no request is worth its price.
    ///
    /// Dynamic programming goes from the last step of the cycle to the first. The delay until a request is
    /// linear in the probability of a publication before it, so that the best of all later requests is on the
    /// lower hull of lines.
    ///
    /// - Parameters:
    ///   - rest: The rest of a cycle.
    ///   - price: The delay in seconds that one request must save.
    ///   - pause: The pause of requests without a plan.
    ///   - found: The share of the expected publications that arrive, for the number of requests.
    init?(_ rest: borrowing RestOfCycle, price: Double, pause: Double, found: Double = 1) {
        // Even at once, a request saves no more than half a pause.
        guard rest.total * pause / 2 > price else { return nil }
        var hull = Hull<64>()
        // The first request of the best plan from each step on, as the number of its step; -1 for none.
        var firstByStep = InlineArray<64, Int>(repeating: -1)
        // The probability that no publication comes before each step.
        var missingByStep = InlineArray<64, Double>(repeating: 0)
        var later = Later()
        var missing = 1 - rest.total
        var first = -1
        let steps = rest.steps.span
        precondition(steps.count <= Steps.most)
        var index = steps.count
        while index > 0, steps[unchecked: index &- 1].end > rest.from {
            index &-= 1
            let step = steps[unchecked: index]
            hull.add(index, slope: step.end, base: later.base(endOf: step))
            let mass = rest.mass(step)
            later.add(mass, step, within: min(pause, (step.end - max(step.start, rest.from)) / 2))
            missing += mass
            let (number, value) = hull.least(at: later.mass)
            let cost = value - later.moments + price * max(0, missing)
            let even = later.mass * pause / 2
            later.cost = min(cost, even)
            first = cost < even ? number : -1
            firstByStep[unchecked: index] = first
            missingByStep[unchecked: index] = missing
        }
        guard first >= 0 else { return nil }
        self.first = steps[first].end
        var (requests, last) = (0.0, first)
        while index < steps.count, firstByStep[index] >= 0 {
            requests += 1 - (1 - max(0, missingByStep[index])) * found
            last = firstByStep[index]
            index = last + 1
        }
        self.requests = requests
        self.last = steps[last].end
    }

    /// Returns the plan of a raised price that needs few enough requests, or at which three times are not
    /// enough.
    func shortened(
        _ rest: borrowing RestOfCycle, price: Double, pause: Double, to affordable: Double
    ) -> Plan {
        var plan = self
        var raised = price
        for _ in 0..<3 where plan.requests > affordable {
            raised *= min(4, plan.requests / max(0.5, affordable))
            guard let shorter = Plan(rest, price: raised, pause: pause) else { break }
            plan = shorter
        }
        return plan
    }
}

/// The part of a cycle after a moment.
struct RestOfCycle {
    let steps: [CycleStep]
    /// The seconds from the start of the cycle.
    let from: Double
    /// The factor by which shares become probabilities of a publication.
    let scale: Double
    /// The probability of a publication in the rest.
    let total: Double

    /// Returns the probability of a publication in a step, or in the part of it that is left.
    func mass(_ step: CycleStep) -> Double {
        guard step.start < from else { return step.share * scale }
        return step.share * scale * (step.end - from) / (step.end - step.start)
    }
}

/// Sums over the steps after the present one.
private struct Later {
    /// The probability of a publication in them, and that times the moments from which its delay is counted.
    var mass = 0.0, moments = 0.0
    /// The least delay and price of a plan for them.
    var cost = 0.0

    mutating func add(_ mass: Double, _ step: CycleStep, within delay: Double) {
        self.mass += mass
        moments += mass * (step.end - delay)
    }

    /// Returns the cost of a request at the end of the step before them, and of the best plan for them, but
    /// without the slope: the probability of a publication from another step on times the end.
    func base(endOf step: CycleStep) -> Double { cost - step.end * mass + moments }
}

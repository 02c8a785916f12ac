extension PhaseModel {
    /// Returns the next moment to ask, after the attempt at `latest`.
    ///
    /// - Parameters:
    ///   - latest: The time of the latest attempt.
    ///   - steps: The steps of a cycle.
    ///   - price: The delay in seconds that one request must save.
    ///   - interval: The interval of the timer with the same budget.
    ///   - affordable: The requests that are left for the present cycle.
    ///   - excitement: The latest irregular publications.
    ///   - stretch: The factor of pauses.
    /// - Returns: A moment after `latest`.
    func next(
        after latest: Double, steps: [CycleStep], price: Double, interval: Double, affordable: Double,
        excitement: Double, stretch: Double
    ) -> Double {
        let pause = stretch * pause(price: price, interval: interval, excitement: excitement)
        let begin = start(latest)
        let passed = share(before: latest - begin)
        let regularity = plannedRegularity
        let scale = unseen(at: latest) * regularity / (1 - regularity * passed)
        if scale * (1 - passed) > 0.02 {
            let rest = RestOfCycle(
                steps: steps, from: latest - begin, scale: scale, total: scale * (1 - passed))
            if var plan = Plan(rest, price: price, pause: pause) {
                if begin + plan.first - latest < interval {
                    plan = plan.shortened(rest, price: price, pause: pause, to: affordable)
                }
                return evenly(from: latest, to: begin + plan.first, pause: pause)
            }
        }
        let following = RestOfCycle(steps: steps, from: 0, scale: regularity, total: regularity)
        guard let plan = Plan(following, price: price, pause: pause) else { return latest + pause }
        return evenly(from: latest, to: begin + period + plan.first, pause: pause)
    }

    /// Returns the expected number of requests in a whole cycle at a price.
    func requests(_ steps: [CycleStep], price: Double, interval: Double) -> Double {
        let pause = pause(price: price, interval: interval)
        let regularity = plannedRegularity
        let cycle = RestOfCycle(steps: steps, from: 0, scale: regularity, total: regularity)
        let found = self.regularity / regularity
        guard let plan = Plan(cycle, price: price, pause: pause, found: found) else { return period / pause }
        let rest = period - (plan.last - plan.first) / 2
        return plan.requests + max(0, rest / pause - 0.5)
    }

    /// Returns the pause at which looking for irregular publications is worth its price, within limits.
    ///
    /// - Parameters:
    ///   - price: The delay in seconds that one request must save.
    ///   - interval: The interval of the timer with the same budget.
    ///   - excitement: The latest irregular publications; `nil` for the average.
    /// - Returns: The pause in seconds.
    private func pause(price: Double, interval: Double, excitement: Double? = nil) -> Double {
        let limits = pauses
        let mean = irregularRate
        let rate = excitement.map { Excitement.rate($0, mean: mean) } ?? mean
        let longest = irregularShare > limits.share ? limits.irregular : limits.regular
        let even = max(limits.shortest, min(longest, limits.even * (mean / rate).squareRoot()))
        return max(interval / 4, min(even * interval, (2 * price / rate).squareRoot()))
    }

    private var pauses: Pauses {
        if period > 3600 { return Tuning.hours }
        return period < 3600 ? Tuning.minutes : Tuning.hour
    }

    /// Returns the end of the first of equal pauses from one moment to another.
    ///
    /// Their number is rounded up in some cycles and down in others, so that they have the wanted length on
    /// average.
    private func evenly(from: Double, to: Double, pause: Double) -> Double {
        guard to > from else { return from + pause }
        let part = cycle / period * 0.618_034
        let rounding = part - part.rounded(.down)
        return from + (to - from) / max(1, ((to - from) / pause + rounding).rounded(.down))
    }
}

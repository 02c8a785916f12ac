extension PhaseModel {
    /// Returns the next moment to ask, after the attempt at `latest`.
    ///
    /// - Parameters:
    ///   - latest: The time of the latest attempt.
    ///   - price: The delay in seconds that one request must save.
    ///   - interval: The interval of the timer with the same budget.
    ///   - affordable: The requests that are left for the present cycle.
    /// - Returns: A moment after `latest`.
    func next(after latest: Double, price: Double, interval: Double, affordable: Double) -> Double {
        let pause = pause(price: price, interval: interval)
        let begin = start(latest)
        let passed = share(before: latest - begin)
        let regularity = plannedRegularity
        let scale = unseen(at: latest) * regularity / (1 - regularity * passed)
        if scale * (1 - passed) > 0.02 {
            var rest = Steps()
            fill(&rest, of: begin, from: latest - begin, scale: scale)
            if var plan = Plan(rest, price: price, pause: pause) {
                if plan.first - latest < interval {
                    plan.shorten(rest, price: price, pause: pause, to: affordable)
                }
                return evenly(from: latest, to: plan.first, pause: pause)
            }
        }
        var following = Steps()
        fill(&following, of: begin + period, from: 0, scale: regularity)
        guard let plan = Plan(following, price: price, pause: pause) else { return latest + pause }
        return evenly(from: latest, to: plan.first, pause: pause)
    }

    /// The steps of a whole cycle.
    var steps: Steps {
        var steps = Steps()
        fill(&steps, of: 0, from: 0, scale: plannedRegularity)
        return steps
    }

    /// Returns the expected number of requests in a whole cycle with its `steps` at a price.
    func requests(_ steps: borrowing Steps, price: Double, interval: Double) -> Double {
        let pause = pause(price: price, interval: interval)
        let found = regularity / plannedRegularity
        guard let plan = Plan(steps, price: price, pause: pause, found: found) else {
            return period / pause
        }
        let rest = period - (plan.last - plan.first) / 2
        return plan.requests + max(0, (rest / pause - 0.02).rounded(.up) - 1)
    }

    /// Returns the pause at which looking for irregular publications is worth its price, within limits.
    private func pause(price: Double, interval: Double) -> Double {
        let limits = period <= 3600 ? Tuning.minutes : Tuning.hours
        let longest = irregularShare > limits.share ? limits.irregular : limits.regular
        return max(interval / 4, min(longest * interval, (2 * price / irregularRate).squareRoot()))
    }

    /// Returns the first of the fewest equal pauses from one moment to another.
    private func evenly(from: Double, to: Double, pause: Double) -> Double {
        guard to > from else { return from + pause }
        return from + (to - from) / max(1, ((to - from) / pause - 0.02).rounded(.up))
    }

    /// Fills in the rest of a cycle as steps of similar probability.
    private func fill(_ steps: inout Steps, of begin: Double, from: Double, scale: Double) {
        let unit = scale / (count + Tuning.uniformWeight)
        let uniform = Tuning.uniformWeight / Double(bins)
        let few = Float(0.01 * count / Double(bins))
        let many = Float(0.02 * count)
        let first = Int(from / width)
        var bin = (boundary + first) % bins
        var part = min(1, (Double(first + 1) * width - from) / width)
        var mass = 0.0
        var start = from
        for index in first..<bins {
            let weight = weights[bin]
            bin = bin + 1 == bins ? 0 : bin + 1
            mass += (Double(weight) + uniform) * unit * part
            part = 1
            // After the last publications of a run of bins, the next bin is no reason to wait.
            let isEnd = weight > many && weights[bin] < few && mass > 1e-4
            guard mass > Tuning.planStep || isEnd else { continue }
            let end = Double(index + 1) * width
            steps.append(start: begin + start, end: begin + end, mass: mass)
            start = end
            mass = 0
        }
        if mass > 1e-4 { steps.append(start: begin + start, end: begin + period, mass: mass) }
    }
}

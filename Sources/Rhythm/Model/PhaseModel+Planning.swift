/// The steps in which the routine publication of a cycle is expected: times at which a request would find it.
private struct Steps {
    /// The maximum number of steps; later ones are merged.
    static let most = 40
    var starts = InlineArray<40, Double>(repeating: 0)
    var ends = InlineArray<40, Double>(repeating: 0)
    var masses = InlineArray<40, Double>(repeating: 0)
    var count = 0

    mutating func append(start: Double, end: Double, mass: Double) {
        guard count < Steps.most else {
            ends[count - 1] = end
            masses[count - 1] += mass
            return
        }
        starts[count] = start
        ends[count] = end
        masses[count] = mass
        count += 1
    }
}

extension PhaseModel {
    /// Returns the next moment to ask, after the attempt at `latest`.
    ///
    /// - Parameters:
    ///   - latest: The time of the latest attempt.
    ///   - price: The delay in seconds that one request must save.
    ///   - interval: The interval of the timer with the same budget.
    ///   - isRich: Whether many requests are saved, which then need not be rare between publications.
    /// - Returns: A moment after `latest`.
    func next(after latest: Double, price: Double, interval: Double, isRich: Bool) -> Double {
        let longest = isRich ? min(1.7 * interval, pause(interval)) : pause(interval)
        let pause = max(interval / 4, min(longest, (2 * price / irregularRate).squareRoot()))
        let begin = start(latest)
        let passed = share(before: latest - begin)
        let scale = unseen(at: latest) * regularity / (1 - regularity * passed)
        if scale * (1 - passed) > 0.02 {
            let rest = steps(of: begin, from: latest - begin, scale: scale)
            if let moment = best(rest, price: price, pause: pause) {
                return evenly(from: latest, to: moment, pause: pause)
            }
        }
        let following = steps(of: begin + period, from: 0, scale: regularity)
        guard let moment = best(following, price: price, pause: pause) else { return latest + pause }
        return evenly(from: latest, to: moment, pause: pause)
    }

    /// Returns the longest pause that finds special reports in time.
    private func pause(_ interval: Double) -> Double {
        guard irregularShare > Tuning.irregularShare else { return Tuning.pauses.regular * interval }
        return (period <= 3600 ? Tuning.pauses.short : Tuning.pauses.long) * interval
    }

    /// Returns the first of the fewest equal pauses from one moment to another.
    private func evenly(from: Double, to: Double, pause: Double) -> Double {
        guard to > from else { return from + pause }
        return from + (to - from) / max(1, ((to - from) / pause - 0.02).rounded(.up))
    }

    /// Returns the rest of a cycle as steps of similar probability.
    private func steps(of begin: Double, from: Double, scale: Double) -> Steps {
        var steps = Steps()
        var mass = 0.0
        var start = from
        var bin = (boundary + Int(from / width)) % bins
        for index in Int(from / width)..<bins {
            let end = Double(index + 1) * width
            let following = bin + 1 == bins ? 0 : bin + 1
            mass += probability(of: bin) * min(1, (end - from) / width) * scale
            if mass > Tuning.planStep || (mass > 1e-4 && isEnd(bin, following)) {
                steps.append(start: begin + start, end: begin + end, mass: mass)
                start = end
                mass = 0
            }
            bin = following
        }
        if mass > 1e-4 { steps.append(start: begin + start, end: begin + period, mass: mass) }
        return steps
    }

    /// Whether publications end with a bin, so that the next bin is no reason to wait.
    private func isEnd(_ bin: Int, _ following: Int) -> Bool {
        Double(weights[following]) < 0.01 * count / Double(bins) && Double(weights[bin]) > 0.02 * count
    }

    /// Returns the end of the step at which the first request saves most, or `nil` if no request is worth its price.
    ///
    /// Dynamic programming from the last step to the first: after a request that found nothing, the best rest of the
    /// plan follows; after one that found the publication, nothing more is asked.
    private func best(_ steps: borrowing Steps, price: Double, pause: Double) -> Double? {
        guard steps.count > 0 else { return nil }
        var costs = InlineArray<41, Double>(repeating: 0)
        var missing = 1.0
        for index in 0..<steps.count { missing -= steps.masses[index] }
        var rest = 0.0
        var first: Int?
        for index in stride(from: steps.count, through: 0, by: -1) {
            if index < steps.count {
                rest += steps.masses[index]
                missing += steps.masses[index]
            }
            var least = rest * pause / 2
            first = nil
            var waiting = 0.0
            var delay = 0.0
            for end in index..<steps.count {
                if end > index { delay += waiting * (steps.ends[end] - steps.ends[end - 1]) }
                delay += steps.masses[end] * min(pause, (steps.ends[end] - steps.starts[end]) / 2)
                if delay > least { break }
                waiting += steps.masses[end]
                let cost = delay + price * max(0, missing) + costs[end + 1]
                if cost < least {
                    least = cost
                    first = end
                }
            }
            costs[index] = least
        }
        guard let first else { return nil }
        return steps.ends[first]
    }
}

#if canImport(Glibc)
    import Glibc
#endif

extension SourceRhythm {
    private var interval: Double { budget.seconds }

    /// The savings as a share of a day's requests.
    private var savings: Double { credit / budget.requestsPerDay }

    /// Whether the cycles of the phase that counts are so long that a price which follows the savings would lag.
    private var isLong: Bool { chosen >= 0 && phases[chosen].period >= 86_400 }

    /// The debt that is never exceeded; short cycles may borrow from each other.
    private var debt: Double { chosen >= 0 && !isLong ? Tuning.debt * budget.requestsPerDay : 0 }

    /// Counts an attempt.
    mutating func account(_ now: Double, isScheduled: Bool) {
        if latest >= 0 {
            let passed = max(0, min(now - latest, budget.longestSeconds))
            credit = min(credit + passed / interval, max(1, budget.requestsPerDay))
            if !isLong { followSavings(passed) }
        }
        guard isScheduled else { return }
        credit -= 1
        window.add(at: now)
    }

    /// Moves the price so that the requests of a timer are used up, but not more.
    private mutating func followSavings(_ passed: Double) {
        price -= (savings - Tuning.savings.short) * passed / 86_400
        price = max(log(interval * 0.01), min(log(interval * 2), price))
    }

    /// Sets the price at the start of each long cycle so that its plan uses what a timer would, and what was saved.
    mutating func setPrice() {
        guard isLong, phases[chosen].cycle != priced else { return }
        priced = phases[chosen].cycle
        let days = phases[chosen].period / 86_400
        let spare = (credit - Tuning.savings.long * budget.requestsPerDay) * 0.5
        let allowed = min(budget.requestsPerDay * days + spare, Double(budget.mostInADay - 1) * days)
        let steps = phases[chosen].steps
        for _ in 0..<6 {
            let planned = phases[chosen].requests(steps, price: exp(price), interval: interval)
            let excess = log(planned / max(0.5, allowed))
            price += max(-1.5, min(1.5, excess))
            price = max(log(interval * 1e-5), min(log(interval * 2), price))
            if abs(excess) < 0.05 { break }
        }
    }

    /// The moment that the model wants, regardless of the budget.
    var wanted: Double {
        if isLong {
            let affordable = min(credit, room)
            return phases[chosen].next(
                after: latest, price: exp(price), interval: interval, affordable: affordable)
        }
        if chosen >= 0 {
            return phases[chosen].next(
                after: latest, price: exp(price + scarcity), interval: interval, affordable: .infinity)
        }
        guard activity.isWinning else { return aligned(latest + interval, earliest: 0) }
        let density = exp(0.5 * (savings - Tuning.savings.activity))
        return aligned(activity.next(after: latest, interval: interval / density), earliest: -interval / 4)
    }

    /// The change of the price, as a logarithm, while more or less is saved than intended, and while the latest 24
    /// hours had many requests.
    private var scarcity: Double {
        let pressure = min(6, 0.3 * budget.requestsPerDay) * (savings - Tuning.savings.short)
        let share = Double(window.count(at: latest)) / budget.requestsPerDay
        return 10 * max(0, share - 1.05) - pressure
    }

    /// The requests that the limit for 24 hours leaves, without those that end the longest pauses.
    private var room: Double {
        Double(budget.mostInADay - Int(86_400 / budget.longestSeconds) - window.count(at: latest))
    }

    /// Returns the best minute near a moment, if requests are so rare that a phase of hours cannot count.
    private func aligned(_ moment: Double, earliest: Double) -> Double {
        interval > 3000 ? hour.align(moment, in: earliest...interval / 4) : moment
    }

    /// Returns the first moment at or after `moment` that the budget allows.
    func affordable(_ moment: Double) -> Double {
        let last = latest + budget.longestSeconds
        var result = max(moment, latest + min(1, interval))
        if chosen < 0, !activity.isWinning { result = max(result, latest + interval) }
        if credit < -debt { result = max(result, latest - (credit + debt) * interval) }
        result = min(result, last)
        let most = budget.mostInADay
        for _ in 0..<32 where result < last {
            if window.hasRoom(at: result, longestPause: last - latest, most: most) { return result }
            result = min(last, result + interval / 8)
        }
        return result
    }
}

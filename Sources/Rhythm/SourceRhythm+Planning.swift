#if canImport(Glibc)
    import Glibc
#endif

extension SourceRhythm {
    private var interval: Double { budget.seconds }

    /// Whether the cycles of the phase that counts are so long that a price which follows the savings would
    /// lag.
    ///
    /// The price of an account that is shared follows the savings: other sources spend at other times.
    var isLong: Bool { chosen >= 0 && phases[chosen].period >= 86_400 && !account.isShared }

    /// The debt that is never exceeded; short cycles may borrow from each other.
    private var debt: Double { chosen >= 0 && !isLong ? Tuning.debt * account.budget.requestsPerDay : 0 }

    /// The delay in seconds that a request must save.
    private var price: Double { interval * exp(account.price) }

    /// Sets the price at the start of each long cycle so that its plan uses what a timer would, and what was
    /// saved.
    mutating func setPrice() {
        guard isLong, phases[chosen].cycle != priced else { return }
        priced = phases[chosen].cycle
        let days = phases[chosen].period / 86_400
        let spare = (account.credit - Tuning.savings.long * budget.requestsPerDay) * 0.5
        let allowed = min(budget.requestsPerDay * days + spare, Double(budget.mostInADay - 1) * days)
        for _ in 0..<4 {
            let planned = phases[chosen].requests(steps.all, price: price, interval: interval)
            let excess = log(planned / max(0.5, allowed))
            account.price += max(-1.5, min(1.5, excess))
            account.price = max(log(1e-5), min(log(2), account.price))
            if abs(excess) < 0.1 { break }
        }
    }

    /// The moment that the model wants, regardless of the budget.
    var wanted: Double {
        if isLong {
            let affordable = min(account.credit, account.room)
            return phases[chosen].next(
                after: latest, steps: steps.all, price: price, interval: interval, affordable: affordable,
                excitement: excitement, stretch: account.stretch)
        }
        if chosen >= 0 {
            return phases[chosen].next(
                after: latest, steps: steps.all, price: interval * exp(account.price + account.scarcity),
                interval: interval, affordable: .infinity,
                excitement: excitement, stretch: account.stretch)
        }
        guard activity.isWinning else { return aligned(latest + interval, earliest: 0) }
        let density = exp(0.5 * (account.savings - Tuning.savings.activity))
        return aligned(activity.next(after: latest, interval: interval / density), earliest: -interval / 4)
    }

    /// Returns the best minute near a moment, if requests are so rare that a phase of hours cannot count.
    private func aligned(_ moment: Double, earliest: Double) -> Double {
        interval > 3000 ? hour.align(moment, in: earliest...interval / 4) : moment
    }

    /// Returns the first moment at or after `moment` that the budget allows.
    func affordable(_ moment: Double) -> Double {
        let isPlain = chosen < 0 && !activity.isWinning
        let pause = isPlain ? interval : min(1, interval)
        return account.affordable(
            max(moment, latest + pause), before: latest + budget.longestSeconds, debt: debt)
    }
}

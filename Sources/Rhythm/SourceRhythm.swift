public import Records

#if canImport(Glibc)
    import Glibc
#endif

/// The learned state of one source: when it publishes, and how many requests it has cost.
///
/// The caller notes every attempt and asks for the moment of the next one. A value knows no clock; equal calls give equal
/// results.
///
/// ```swift
/// var rhythm = SourceRhythm(budget: RequestBudget(interval: .seconds(300)))
/// rhythm.note(.published(stamps: [observed]), at: now)
/// let next = rhythm.nextAttempt(after: now, notBefore: floor)
/// ```
///
/// The models of all periods learn from every attempt, but the source is polled like a timer until one of them has won.
public struct SourceRhythm: Sendable {
    /// The budget, which may change with the definition; what was learned stays.
    public var budget: RequestBudget {
        didSet { if budget != oldValue { price = log(budget.interval.inSeconds / 4) } }
    }
    /// The time of the latest attempt, and of the latest one with an answer; negative before the first.
    var latest = -1.0
    var answered = -1.0
    /// The models of the periods, from the shortest to the longest.
    var phases = SourceRhythm.periods.map { PhaseModel(period: $0.period, bins: $0.bins) }
    /// The index of the phase that counts; -1 if none does.
    var chosen = -1
    var activity = ActivityModel()
    var window = RequestWindow()
    /// The requests that a timer would have made minus the scheduled ones.
    var credit = 0.0
    /// The logarithm of the delay in seconds that a request must save.
    var price: Double
    /// The trust in stamps as times of availability, 0...1, and the number of times that they were refuted.
    var trust = 0.5
    var refutations = 0.0
    /// The average delay in seconds from publication to its discovery; negative before the first.
    var delay = -1.0
    /// The average time in seconds from the newest stamp to the middle of the interval of availability; negative if
    /// unknown.
    var lag = -1.0

    static let periods: [(period: Double, bins: Int)] = [
        (1800, 60), (3600, 120), (10_800, 120), (21_600, 180), (86_400, 144), (604_800, 420),
    ]

    /// Creates the state of a source about which nothing is known: it behaves like a timer.
    public init(budget: RequestBudget) {
        self.budget = budget
        price = log(budget.interval.inSeconds / 4)
    }

    /// Learns from an attempt.
    ///
    /// - Parameters:
    ///   - result: The result of the attempt.
    ///   - moment: The time at which the request was sent. A clock that was set back or stood still is no error.
    ///   - cause: Whether the attempt counts against the budget.
    public mutating func note(_ result: AttemptResult, at moment: UTC, cause: AttemptCause = .schedule) {
        let now = moment.inSeconds
        // Times before 1970 or beyond the year 5000 are faults of a clock.
        guard (0..<1e11).contains(now) else { return }
        account(now, isScheduled: cause == .schedule)
        latest = now
        switch result {
        case .failed: return
        case .unchanged: learn(now, stamps: nil)
        case .published(let stamps): learn(now, stamps: stamps)
        }
        answered = now
    }

    /// Returns the moment of the next scheduled attempt.
    ///
    /// - Parameters:
    ///   - moment: The time now; the result is never earlier.
    ///   - floor: The earliest moment that the host, the document or the backoff allows; it wins over everything else.
    /// - Returns: A moment that keeps the budget, at most `budget.longestPause` after the latest attempt unless the
    ///   floor or `moment` is later.
    public func nextAttempt(after moment: UTC, notBefore floor: UTC) -> UTC {
        guard latest >= 0, moment.inSeconds >= latest - 1 else { return max(moment, floor) }
        let planned = UTC(microseconds: Int64((affordable(wanted) * 1_000_000).rounded(.up)))
        return max(planned, moment, floor)
    }
}

extension SourceRhythm {
    private var interval: Double { budget.interval.inSeconds }

    /// The savings as a share of a day's requests.
    private var savings: Double { credit / budget.requestsPerDay }

    /// Counts an attempt, and moves the price so that the requests of a timer are used up, but not more.
    private mutating func account(_ now: Double, isScheduled: Bool) {
        if latest >= 0 {
            let passed = max(0, min(now - latest, budget.longestPause.inSeconds))
            credit = min(credit + passed / interval, max(1, Tuning.mostSavings * budget.requestsPerDay))
            price -= (savings - Tuning.savings) * passed / 86_400
            price = max(log(interval * 0.01), min(log(interval * 2), price))
        }
        guard isScheduled else { return }
        credit -= 1
        window.add(at: now)
    }

    /// The moment that the model wants, regardless of the budget.
    private var wanted: Double {
        if chosen >= 0 {
            let pressure = min(6, 0.3 * budget.requestsPerDay) * (savings - Tuning.savings)
            let crowd = 10 * max(0, Double(window.count(at: latest)) / budget.requestsPerDay - 1.05)
            let delay = exp(price - pressure + crowd)
            return phases[chosen].next(
                after: latest, price: delay, interval: interval, isRich: savings > 0.35)
        }
        guard activity.isWinning else { return latest + interval }
        return activity.next(after: latest, interval: interval * exp(-0.5 * (savings - 0.2)))
    }

    /// Returns the first moment at or after `moment` that the budget allows.
    private func affordable(_ moment: Double) -> Double {
        let last = latest + budget.longestPause.inSeconds
        let debt = Tuning.debt * budget.requestsPerDay
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

    /// Learns from an answer; `stamps` is `nil` if nothing was published.
    private mutating func learn(_ now: Double, stamps: [UTC]?) {
        guard answered >= 0, now > answered else { return }
        // After a suspend, an outage or a jump of the clock, nothing is known about the time between.
        guard now - answered <= 2 * budget.longestPause.inSeconds else { return }
        let stamp = newest(stamps, until: now)
        let exact = judge(stamp, now)
        let seen = Observation(
            from: answered, to: now, isPublished: stamps != nil,
            earliest: max(answered, min(now, stamp ?? answered)), exact: exact, constant: 1)
        let probability = activity.learn(seen, stamps: stamps ?? [])
        let observation = Observation(
            from: seen.from, to: now, isPublished: seen.isPublished, earliest: seen.earliest, exact: exact,
            constant: probability)
        for index in phases.indices { phases[index].learn(observation) }
        if seen.isPublished { measure(stamp, exact, now) }
        choose()
    }

    private func newest(_ stamps: [UTC]?, until now: Double) -> Double? {
        guard let newest = stamps?.max()?.inSeconds, newest <= now else { return nil }
        return newest
    }

    /// Judges whether stamps are times of availability: a stamp before the attempt that did not find it refutes that.
    ///
    /// - Returns: The time of availability, if stamps of this source can be trusted.
    private mutating func judge(_ stamp: Double?, _ now: Double) -> Double? {
        guard let stamp else { return nil }
        guard stamp > answered else {
            trust = min(trust, 0.2)
            refutations = min(15, refutations + 1)
            return nil
        }
        trust += (1 - trust) / (8 * (1 + refutations))
        return trust > 0.9 ? stamp : nil
    }

    private mutating func measure(_ stamp: Double?, _ exact: Double?, _ now: Double) {
        let found = (now - max(answered, exact ?? answered)) * (exact == nil ? 0.5 : 1)
        delay = delay < 0 ? found : delay + (found - delay) * 0.1
        guard let stamp, now - stamp < 86_400 else { return }
        let waited = exact == nil ? max(0, (max(answered, stamp) + now) / 2 - stamp) : 0
        lag = lag < 0 ? waited : lag + (waited - lag) * 0.1
    }

    /// Chooses the phase that gains most, once its evidence suffices, and drops one that has lost it.
    private mutating func choose() {
        var best = -1
        var most = 0.0
        for index in phases.indices where phases[index].period >= interval * 1.5 {
            let phase = phases[index]
            let needed = index == chosen ? 0 : Tuning.winningEvidence
            let gain = phase.gain * (index == chosen ? 1.1 : 1)
            guard phase.evidence > needed, gain > most else { continue }
            most = gain
            best = index
        }
        guard best != chosen else { return }
        if chosen >= 0, best < 0 { phases[chosen].soften() }
        if chosen < 0 { price = log(interval / 4) }
        chosen = best
    }
}

extension UTC {
    /// The seconds since 1970, with fractions.
    var inSeconds: Double { Double(microseconds) / 1_000_000 }
}

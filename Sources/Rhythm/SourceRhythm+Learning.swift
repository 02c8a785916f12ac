import Records

extension SourceRhythm {
    /// Learns from an answer; `stamps` is `nil` if nothing was published.
    mutating func learn(_ now: Double, stamps: [UTC]?) {
        guard answered >= 0, now > answered else { return }
        // After a suspend, an outage or a jump of the clock, nothing is known about the time between.
        guard now - answered <= 2 * budget.longestSeconds else { return punctuality.skip() }
        let stamp = newest(stamps, until: now)
        let exact = judge(stamp, now)
        let seen = Observation(
            from: answered, to: now, isPublished: stamps != nil,
            earliest: max(answered, min(now, stamp ?? answered)), exact: exact, constant: 0)
        if let exact { hour.add(exact) }
        let probability = activity.learn(seen, stamps: stamps ?? [])
        let observation = Observation(
            from: seen.from, to: now, isPublished: seen.isPublished, earliest: seen.earliest, exact: exact,
            constant: probability)
        excitement = Excitement.faded(excitement, after: seen.gap)
        var routine = 0.0
        for index in phases.indices where isUseful(phases[index].period) {
            let irregular = phases[index].learn(observation)
            guard index == chosen else { continue }
            excitement += irregular
            routine = 1 - irregular
        }
        if seen.isPublished { measure(stamp, exact, now) }
        choose()
        if chosen >= 0 {
            punctuality.learn(observation, routine: routine, in: phases[chosen], at: chosen)
            phases[chosen].divide(into: &steps)
        }
        setPrice()
    }

    private func newest(_ stamps: [UTC]?, until now: Double) -> Double? {
        guard let newest = stamps?.max()?.inSeconds, newest <= now else { return nil }
        return newest
    }

    /// Judges whether stamps are times of availability: a stamp before the attempt that did not find it
    /// refutes that.
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
        for index in phases.indices where isUseful(phases[index].period) {
            let isChosen = index == chosen
            let gain = isChosen ? max(1e-6, phases[index].gain * 1.1) : phases[index].gain
            guard phases[index].evidence > (isChosen ? 0 : Tuning.winningEvidence), gain > most else {
                continue
            }
            most = gain
            best = index
        }
        guard best != chosen else { return }
        if chosen >= 0, best < 0 { phases[chosen].soften() }
        if chosen < 0 { account.price = RequestAccount.initialPrice }
        if best >= 0 { phases[best].isDivided = false }
        chosen = best
        punctuality.skip()
    }

    /// Whether requests can follow a phase: there must be several in a period. Those of one day cannot be
    /// saved for another, so that weeks only matter if there are hardly more requests than days.
    private func isUseful(_ period: Double) -> Bool {
        guard period >= budget.seconds * 1.5 else { return false }
        return period <= 86_400 || budget.seconds > 57_600
    }
}

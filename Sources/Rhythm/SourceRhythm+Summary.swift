public import Records

extension SourceRhythm {
    /// Returns what is known, for people.
    ///
    /// - Parameter moment: The time now.
    /// - Returns: The summary; `next` is the moment without any floor.
    public func summary(at moment: UTC) -> RhythmSummary {
        var summary = RhythmSummary()
        summary.isLearned = chosen >= 0 || activity.isWinning
        summary.requestsPerDay = Double(account.window.count(at: moment.inSeconds))
        summary.averageDelay = delay < 0 ? nil : .seconds(delay)
        summary.lag = lag < 0 ? nil : .seconds(lag)
        summary.next = nextAttempt(after: moment, notBefore: moment)
        guard chosen >= 0 else { return summary }
        let phase = phases[chosen]
        summary.period = .seconds(phase.period)
        summary.phase = .seconds(phase.usual(earlier: max(0, lag)))
        summary.limit = limit
        summary.overdue = overdue
        return summary
    }
}

extension PhaseModel {
    /// The middle of the routine publications, in seconds from the start of a cycle.
    var middle: Double {
        var index = 0
        while index < bins - 1, Double(sums[index + 1]) < count / 2 { index += 1 }
        return (Double(index) + 0.5) * width
    }

    /// Returns the middle of the routine publications.
    ///
    /// - Parameter lag: The time in seconds by which documents state an earlier time.
    /// - Returns: The seconds from the start of the period in UTC.
    fileprivate func usual(earlier lag: Double) -> Double {
        let middle = Double(boundary) * width + middle - lag
        // The days since 1970 begin with a Thursday, the weeks of people with a Monday.
        let moved = period == 604_800 ? middle + 3 * 86_400 : middle
        return moved - (moved / period).rounded(.down) * period
    }
}

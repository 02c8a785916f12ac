extension SourceRhythm {
    /// Whether the routine publication of the present cycle is missing, as far as the latest answer shows:
    /// the source publishes in nearly every cycle, and nearly always earlier.
    public var isOverdue: Bool { chosen >= 0 && phases[chosen].isOverdue(at: answered) }
}

extension PhaseModel {
    /// The regularity, and the share of publications, from which a missing one is overdue.
    private static let usual = (regularity: 0.9, share: 0.97)

    /// Whether a routine publication was to be seen before a moment, and was not.
    fileprivate func isOverdue(at moment: Double) -> Bool {
        let begin = start(moment)
        guard isWhole, regularity(begin) >= PhaseModel.usual.regularity, count > 0 else { return false }
        return unseen(at: moment) > PhaseModel.usual.share
            && known(before: moment - begin) >= PhaseModel.usual.share
    }

    /// Returns the share of the publications seen so far that came in the first `elapsed` seconds of a cycle,
    /// 0...1.
    private func known(before elapsed: Double) -> Double {
        let whole = max(0, min(Int(elapsed * perWidth), bins))
        return Double(sums[whole]) / count
    }
}

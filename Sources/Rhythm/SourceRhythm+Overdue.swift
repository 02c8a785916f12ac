import Records

extension SourceRhythm {
    /// Whether the routine publication of the present cycle is missing, as far as the latest answer shows:
    /// the source publishes in nearly every cycle, and nearly always earlier.
    ///
    /// This suffices to ask another address; `overdue` is a statement, which needs more evidence.
    public var isOverdue: Bool { chosen >= 0 && phases[chosen].isOverdue(at: answered) }

    /// The publication that is missing, as far as the latest answer shows; `nil` if none is known to be.
    public var overdue: Overdue? {
        guard chosen >= 0, punctuality.phase == chosen, punctuality.missing.expected >= 0, checked >= 0
        else { return nil }
        let (expected, limit) = punctuality.missing
        return Overdue(
            expected: UTC(inSeconds: expected - max(0, lag)), limit: UTC(inSeconds: limit),
            checked: UTC(inSeconds: checked))
    }

    /// The moment of a request that shows whether a publication is missing, which happens rarely enough to be
    /// asked at once; infinite if none would, or the latest one did.
    var checking: Double {
        guard chosen >= 0, punctuality.phase == chosen,
            let end = punctuality.end(in: phases[chosen]), latest < end
        else {
            return .infinity
        }
        return end
    }

    /// The time from the usual time of publication until nearly all publications were seen; `nil` while too
    /// few are known.
    var limit: Duration? {
        guard chosen >= 0, punctuality.phase == chosen, let limit = punctuality.limit(in: phases[chosen])
        else { return nil }
        return .seconds(max(0, lag) + limit)
    }
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

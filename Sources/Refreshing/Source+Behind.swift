import Decoding
import Fetching
import Reactive
import Records
import Storing

/// Answers that are older than an earlier one.
extension Source {
    /// Records an answer that is older than an earlier one: the data stay, and are no more current than
    /// before.
    ///
    /// The next request depends on the document that was accepted, and not on this one.
    func fallBehind(_ report: IngestReport) {
        if let failure = state.failure, failure.count > 0 { journal.logRecovery(after: failure) }
        if let next = report.next { change.send(next) }
        let now = now
        let remarks = report.notes.filter { $0.hasPrefix(EditionOrder.mark) }
        notice(behind: remarks, at: now)
        state.notes = state.notes.withoutMarks + remarks
        state.failure = nil
        state.refused = nil
        request.failures = 0
        request.isGone = false
        request.isHostHeld = false
        let freshness = report.freshness.lasting(request.lifetime).lasting(pause)
        request.notBefore = freshness.lifetime.map { now + min($0, BackoffPolicy.longest) }
        planNext(after: regularDelay(after: freshness))
    }

    /// Logs once that the upstream is behind: not again for the next documents, nor if a cache returns both
    /// in turn.
    private func notice(behind remarks: [String], at now: UTC) {
        let isKnown = reportedBehind.map { now - $0 < .seconds(86_400) && now >= $0 } ?? false
        guard !isKnown, state.notes.withoutMarks == state.notes else { return }
        reportedBehind = now
        journal.logBehind(remarks)
    }

    /// Removes the remark that the upstream is behind: it has confirmed the last document.
    func catchUp() { state.notes = state.notes.withoutMarks }
}

nonisolated extension [String] {
    /// The remarks without those that the upstream is behind.
    fileprivate var withoutMarks: [String] { filter { !$0.hasPrefix(EditionOrder.mark) } }
}

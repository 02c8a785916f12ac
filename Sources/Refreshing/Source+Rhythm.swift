import Definitions
import Fetching
import Reactive
import Records
import Rhythm
import Storing

/// The rhythm of the upstream: what attempts teach, and when the next one is due.
extension Source {
    /// The budget of scheduled requests; `nil` if the source follows a timer.
    private var requestBudget: RequestBudget? {
        guard definition.learnsRhythm, let interval = definition.interval else { return nil }
        return RequestBudget(interval: interval)
    }

    /// The learned rhythm with the budget that is left by those that are fetched together with the source;
    /// `nil` if the source follows a timer.
    ///
    /// The source keeps it, since the stored form is less exact.
    private var rhythm: SourceRhythm? {
        guard let budget = requestBudget else { return nil }
        var rhythm = exactRhythm ?? restored(budget)
        let isLearned = rhythmSummary?.isLearned == true
        rhythm.budget = batches.share(
            of: budget, isLearned: isLearned, for: self, at: clocks.scheduler.now)
        return rhythm
    }

    private func restored(_ budget: RequestBudget) -> SourceRhythm {
        request.rhythm.map { SourceRhythm(budget: budget, state: $0) } ?? SourceRhythm(budget: budget)
    }

    /// The longest time without a request; `nil` if the source follows a timer.
    var longestPause: Duration? { requestBudget?.longestPause }

    /// The known facts about the rhythm; `nil` if the source follows a timer.
    var rhythmSummary: RhythmSummary? {
        if let knownRhythm { return knownRhythm }
        knownRhythm = requestBudget.map { (exactRhythm ?? restored($0)).summary(at: now) }
        return knownRhythm
    }

    /// Learns from the outcome of an attempt. A delivered document teaches like a fetched one; a document that
    /// was decoded again, and an attempt without a request, teach nothing.
    func learn(from outcome: Outcome, at moment: UTC?) {
        let cause: AttemptCause = isScheduled ? .schedule : .other
        isScheduled = false
        guard let result = result(of: outcome), var rhythm else { return }
        exactRhythm = nil  // not to copy it
        rhythm.note(result, at: moment ?? now, cause: cause)
        exactRhythm = rhythm
        request.rhythm = rhythm.state
        knownRhythm = nil
    }

    /// The reasons for which an attempt sends no request.
    private static let unsent: Set<FailureReason> = [.configuration, .offline, .policy, .waiting]

    /// Returns what an outcome says about publications; `nil` if no request was sent.
    private func result(of outcome: Outcome) -> AttemptResult? {
        switch outcome {
        case .accepted(let report): result(of: report)
        case .notModified: .unchanged
        case .failed(let failure) where failure.reason == .empty && definition.isOfStation: .unchanged
        case .failed(let failure): Source.unsent.contains(failure.reason) ? nil : .failed
        case .reread, .answered, .superseded: nil
        }
    }

    /// Returns what a document says about publications. Records that were stored with other settings differ
    /// for that reason, and those that are removed because of their age are no news either.
    private func result(of report: IngestReport) -> AttemptResult {
        guard state.definition == definition.decodingHash || state.fetched == nil else { return .failed }
        guard report.hasNews || report.hasChanged && definition.keep == .none else { return .unchanged }
        let modified = report.modified.map { [$0] } ?? []
        return .published(stamps: report.stamps.isEmpty ? modified : report.stamps)
    }

    /// Returns the delay of the next attempt after one that succeeded: as the rhythm suggests or, without one,
    /// the interval; never less than the upstream demands.
    func regularDelay(after freshness: Freshness) -> Duration {
        let asked = max(freshness.lifetime ?? .zero, freshness.retryAfter ?? .zero)
        if let delay = rhythmicDelay(atLeast: min(asked, BackoffPolicy.longest)) { return delay }
        var random = clocks.random
        return backoff.delay(after: freshness, using: &random)
    }

    /// Returns the delay of the next attempt by the learned rhythm.
    ///
    /// Attempts are spread like those of a timer, so that many sources do not send requests at the same time;
    /// those that follow a phase, of which the moment matters, much less. A wall clock that jumped makes no
    /// attempt later than the longest pause.
    ///
    /// - Parameter floor: The delay that the upstream demands.
    /// - Returns: The delay, at least `floor`; `nil` if nothing was learned.
    func rhythmicDelay(atLeast floor: Duration) -> Duration? {
        guard let budget = requestBudget, request.rhythm != nil, let rhythm else { return nil }
        let now = now
        let next = rhythm.nextAttempt(after: now, notBefore: now + floor)
        let spread =
            rhythmSummary?.isLearned == true
            ? min(budget.interval / 100, .seconds(5)) : min(budget.interval / 10, .seconds(60))
        var random = clocks.random
        let delay = min(next - now + spread * Double.random(in: 0..<1, using: &random), budget.longestPause)
        return max(floor, delay)
    }
}

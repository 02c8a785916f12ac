import Definitions
import Fetching
import Reactive
import Records
package import Rhythm
import Storing

/// The rhythm of the upstream: what attempts teach, and when the next one is due.
extension Source {
    /// The budget of scheduled requests; `nil` if the source follows a timer.
    private var requestBudget: RequestBudget? {
        guard definition.learnsRhythm, let interval = definition.interval else { return nil }
        return RequestBudget(interval: interval)
    }

    /// The learned rhythm, with the account of those that are fetched together with the source; `nil` if the
    /// source follows a timer.
    ///
    /// The sources that were requested last keep it, since the stored form is less exact.
    private var rhythm: SourceRhythm? {
        guard var rhythm = learned else { return nil }
        if let account = batches.account(of: self) { rhythm.account = account }
        return rhythm
    }

    /// The learned rhythm, with the account of its latest attempt; `nil` if it follows a timer.
    package var learned: SourceRhythm? {
        guard exactRhythm == nil else { return exactRhythm }
        exactRhythm = requestBudget.map(restored)
        if exactRhythm != nil { recent.add(self)?.exactRhythm = nil }
        return exactRhythm
    }

    private func restored(_ budget: RequestBudget) -> SourceRhythm {
        request.rhythm.map { SourceRhythm(budget: budget, state: $0) } ?? SourceRhythm(budget: budget)
    }

    /// The longest time without a request; `nil` if the source follows a timer.
    var longestPause: Duration? { requestBudget?.longestPause }

    /// The known facts about the rhythm; `nil` if the source follows a timer.
    var rhythmSummary: RhythmSummary? {
        if let knownRhythm { return knownRhythm }
        knownRhythm = rhythm?.summary(at: now)
        return knownRhythm
    }

    /// Learns from the outcome of an attempt. A delivered document teaches like a fetched one; a document
    /// that was decoded again, and an attempt without a request, teach nothing.
    func learn(from outcome: Outcome, at moment: UTC?) {
        // A request for a batch was charged to its account before it was sent.
        let result = result(of: outcome)
        let isFree = hints?.record(result) ?? false
        let cause: AttemptCause = isScheduled && definition.batch == nil && !isFree ? .schedule : .other
        isScheduled = false
        guard let result else { return }
        teach(result, at: moment ?? now, cause: cause)
    }

    /// Learns from the news of a document that a message brought; the account of requests stays as it is.
    func learn(fromDelivered report: IngestReport) {
        let result = result(of: report)
        if case .published = result { teach(result, at: now, cause: .delivery) }
    }

    private func teach(_ result: AttemptResult, at moment: UTC, cause: AttemptCause) {
        guard var rhythm else { return }
        exactRhythm = nil  // not to copy it
        rhythm.record(result, at: moment, cause: cause)
        exactRhythm = rhythm
        batches.keep(rhythm.account, of: self)
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
        case .reread, .answered, .delivered, .superseded: nil
        }
    }

    /// Returns what a document says about publications. Records that were stored with other settings differ
    /// for that reason, and those that are removed because of their age are no news either.
    private func result(of report: IngestReport) -> AttemptResult {
        guard state.definition == definition.decodingHash || state.fetched == nil else { return .failed }
        guard report.hasNews || report.hasChanged && definition.keep == .none else { return .unchanged }
        let modified = report.modified.map { [$0] } ?? []
        // A feed begins with its newest entry; the model counts the first ones of a burst.
        return .published(stamps: report.stamps.isEmpty ? modified : report.stamps.sorted())
    }

    /// Returns the delay of the next attempt after one that succeeded: as the rhythm suggests or, without
    /// one, the interval; never less than the upstream demands.
    func regularDelay(after freshness: Freshness) -> Duration {
        let asked = max(freshness.lifetime ?? .zero, freshness.retryAfter ?? .zero)
        if let delay = rhythmicDelay(atLeast: min(asked, BackoffPolicy.longest)) { return delay }
        var random = clocks.random
        let delay = backoff.delay(after: freshness, using: &random)
        return dateChange.map { min(delay, $0) } ?? delay
    }

    /// Returns the time until the rhythm allows an attempt that is due: other sources may have used the
    /// account since it was planned.
    func delay(at now: UTC) -> Duration {
        next(after: now, notBefore: now).map { $0 - now } ?? .zero
    }

    /// The least time between attempts of a source that has a longer interval than others of its batch; a
    /// tenth of the interval less if they are due then.
    static func leastPause(_ interval: Duration) -> Duration { interval * 2 / 3 }

    /// Returns the moment of the next attempt by the learned rhythm, or by those of all sources of the batch;
    /// `nil` if nothing was learned.
    ///
    /// A source that has a longer interval than others of its batch is not fetched whenever they are.
    private func next(after now: UTC, notBefore floor: UTC) -> UTC? {
        guard request.rhythm != nil, let rhythm else { return nil }
        guard let next = batches.nextRequest(for: self, after: now) else {
            return rhythm.nextAttempt(after: now, notBefore: floor)
        }
        let interval = rhythm.budget.interval
        guard let last = lastAttempt, interval > batches.shortestInterval(of: self) ?? interval else {
            return max(next, floor)
        }
        return max(next, floor, now + (last + Source.leastPause(interval) - clocks.scheduler.now))
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
        let now = now
        guard let budget = requestBudget, let next = next(after: now, notBefore: now + floor) else {
            return nil
        }
        let spread =
            rhythmSummary?.isLearned == true
            ? min(budget.interval / 100, .seconds(5)) : min(budget.interval / 10, .seconds(60))
        var random = clocks.random
        let delay = min(next - now + spread * Double.random(in: 0..<1, using: &random), budget.longestPause)
        return max(floor, delay)
    }
}

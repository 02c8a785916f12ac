import Definitions
import Fetching
import Reactive
import Records
import Storing
import Systemd

extension Source {
    /// The backoff after failures, based on the interval; a source that is fetched on demand is never due by
    /// itself.
    var backoff: BackoffPolicy {
        let interval = definition.interval ?? .seconds(3600)
        if case .almanac = definition.origin { return BackoffPolicy(connecting: interval) }
        return BackoffPolicy(interval: interval)
    }

    /// Plans the first attempt of this run, continuing the plan of the last run. Watched sources need none.
    func planFirst() {
        guard !isWatched, let interval = definition.interval, !request.isGone else { return }
        // Nothing is spared by keeping to the plan of the last run, and its date may be over.
        guard !definition.isComputed else { return plan.send(clocks.scheduler.now) }
        let rest = request.notBefore.map { $0 - now } ?? .zero
        let asked = min(max(request.lifetime ?? .zero, rest), BackoffPolicy.longest)
        let longest = request.rhythm.flatMap { _ in longestPause } ?? interval
        let backoff = BackoffPolicy(interval: max(longest, asked))
        let planned = isCured ? max(.zero, rest) : backoff.delay(toward: request.nextAttempt, at: now)
        let regular = request.failures == 0 ? rhythmicDelay(atLeast: asked) : nil
        let delay = heeding(min(planned, regular ?? planned))
        request.nextAttempt = request.nextAttempt.map { min($0, now + delay) }
        plan.send(clocks.scheduler.now + delay)
    }

    /// Whether the last attempt of an earlier run failed for a reason that someone removes on this machine,
    /// and then starts the daemon again: a missing file or secret, a wrong setting.
    private var isCured: Bool {
        switch state.failure?.reason {
        case .file, .configuration, .policy: true
        case .denied: ["Credential", "TokenURL"].contains { definition.setting($0) != nil }
        default: false
        }
    }

    /// Holds the requests to a host that asked the last run of the daemon to wait.
    func holdHost() {
        guard request.isHostHeld, let url = address, let end = request.notBefore, end > now
        else { return }
        upstreams.hold(request.movedTo ?? url, for: end - now)
    }

    /// Returns the delay, extended so that it does not end in hours in which the upstream asks not to be
    /// fetched.
    private func heeding(_ delay: Duration) -> Duration {
        let now = now
        return request.quiet.map { $0.end(from: now + delay) - now } ?? delay
    }

    /// Records the outcome of an attempt and publishes it.
    func conclude(_ outcome: Outcome) {
        if case .delivered(let report) = outcome { return conclude(delivered: report) }
        let began = attemptStart
        attemptStart = nil
        if case .superseded = outcome { return joinAgain() }
        recallOverdue()
        learn(from: outcome, at: began)
        hints?.deliveries.record(outcome, since: began)
        switch outcome {
        case .accepted(let report) where report.isBehind:
            state.emptyAnswers = 0
            record(.read(state.recordCount, after: began.map { now - $0 } ?? .zero))
            fallBehind(report)
        case .accepted(let report):
            state.emptyAnswers = report.isNothing ? state.emptyAnswers + 1 : 0
            record(.read(state.recordCount, after: began.map { now - $0 } ?? .zero))
            request.delivery = nil
            accept(report, began)
            let freshness = report.freshness.lasting(request.lifetime).lasting(pause)
            renew(freshness, isDelivered: report.validators == nil)
        case .reread(let report): accept(report, began)
        // A delivered document has no validators, so that this is no answer about it.
        case .notModified(let freshness):
            state.emptyAnswers = 0
            request.etag = freshness.validators.etag ?? request.etag
            request.lastModified = freshness.validators.lastModified ?? request.lastModified
            catchUp()
            renew(freshness.lasting(request.lifetime).lasting(pause))
        case .answered: renew(Freshness())
        case .failed(let failure): fail(failure)
        case .delivered, .superseded: break
        }
        state.enter(SourceState.Phase(at: now, failure: state.failure?.reason))
        noticeOverdue()
        publish(outcome)
        stream?.ingestNext()
        hints?.continueAfterAttempt()
    }

    /// The minimum time between two requests under the host policy; `nil` if there is none.
    var pause: Duration? {
        guard let url = address else { return nil }
        let pause = HostPolicy.pause(of: url)
        return pause > .zero ? pause : nil
    }

    var journal: SourceLog { SourceLog(of: definition, at: request.addresses.current) }

    func accept(_ report: IngestReport, _ began: UTC?) {
        awaitsAnswer = report.awaitsAnswer
        if definition.kind.isLiving { change.send(report.next) }
        if report.rejected > 0, report.rejected != state.rejected {
            journal.logRejected(report.rejected)
        }
        notice(leftOut: report)
        state.rejected = report.rejected
        state.omitted = report.omitted
        state.unplaced = report.unplacedCount
        if !report.isNothing { state.undatedSince = definition.isOfStation ? report.undatedSince : nil }
        let notes = report.notes + (folderRemark.map { [$0] } ?? [])
        let remarks = notes.filter { !report.leftOut.contains($0) }
        if !remarks.isEmpty, state.notes.isEmpty { journal.logRemarks(remarks) }
        state.notes = notes
        if !report.isNothing { compareNames(of: report) }
        state.reference = report.reference ?? state.reference
        state.definition = definition.decodingHash
        state.documentSerial = report.documentSerial ?? state.documentSerial
        if let disagreement = report.disagreement { journal.logDisagreement(disagreement) }
        if let validators = report.validators {
            request.addresses.accepted = request.addresses.current
            request.etag = validators.etag
            request.lastModified = validators.lastModified
            request.lifetime = report.lifetime
            request.quiet = report.quiet
        }
        // The address after a redirect may contain the secret of the request.
        if definition.setting("Credential") == nil, definition.setting("TokenURL") == nil {
            request.movedTo = report.permanentURL ?? request.movedTo
        }
        journal.logAccepted(
            report, generation: state.generation, at: runs.cursor(of: state.number),
            in: began.map { now - $0 })
    }

    /// Logs once that reports of a document do not replace the stored ones: not again for the next documents,
    /// nor if a cache returns both in turn.
    private func notice(leftOut report: IngestReport) {
        let now = now
        let isKnown = reportedLeftOut.map { now - $0 < .seconds(86_400) && now >= $0 } ?? false
        guard !report.leftOut.isEmpty, !isKnown else { return }
        reportedLeftOut = now
        journal.logLeftOut(report.leftOut)
    }

    /// Records that the last good state is current.
    ///
    /// - Parameters:
    ///   - freshness: The freshness of the response.
    ///   - isDelivered: Whether the document was delivered: the upstream still asks what it asked before,
    ///     and its validators are those of another document.
    private func renew(_ freshness: Freshness, isDelivered: Bool = false) {
        ingester.confirmed.confirm(freshness.date)
        if let failure = state.failure, failure.count > 0 { journal.logRecovery(after: failure) }
        let now = now
        state.failure = nil
        state.refused = nil
        // A cache that cannot reach the upstream may send an old answer, as if it were a present one.
        let fetched = now - freshness.staleness
        state.fetched = fetched
        request.failures = 0
        request.isGone = false
        let asked = isDelivered ? request.notBefore : nil
        request.notBefore = asked ?? freshness.lifetime.map { now + min($0, BackoffPolicy.longest) }
        request.isHostHeld = asked != nil && request.isHostHeld
        if isDelivered {
            request.etag = nil
            request.lastModified = nil
        }
        let replaced = hints?.removeReplaced() ?? .zero
        let regular = max(regularDelay(after: freshness), asked.map { $0 - now } ?? .zero, streamPause)
        let delay = regular + replaced
        state.expires = expiry(freshness, next: delay, isLate: replaced > .zero, at: fetched)
        planNext(after: delay)
    }

    private func fail(_ failure: FetchFailure) {
        if failure.reason == .waiting { return wait(failure) }
        let failure = explained(failure)
        let isSilence = failure.reason == .empty && definition.isOfStation
        let counts = failure.reason != .offline && !isSilence
        request.failures = isSilence ? 0 : request.failures + (counts ? 1 : 0)
        if counts { turnBack(failure) }
        state.refused = failure.document ?? state.refused
        let now = now
        let isFirst = state.failure?.reason != failure.reason
        state.failure = SourceState.Failure(
            reason: failure.reason, httpStatus: failure.httpStatus,
            message: isSilence ? silence : failure.explanation + (request.isGone ? Source.farewell : ""),
            at: now, count: request.failures, code: failure.code)
        planNext(after: failure, counts: counts, isSilence: isSilence)
        // The answer is current; only the reports grow old.
        if isSilence, state.fetched != nil {
            let delay = request.nextAttempt.map { $0 - now } ?? .zero
            state.expires = expiry(Freshness(), next: delay, at: now)
        }
        if isFirst { journal.logFailure(failure, isSilence: isSilence, next: request.nextAttempt) }
    }

    /// Plans the attempt after a failure. A delivered document that cannot be used does not end the time for
    /// which the upstream asked not to be requested.
    private func planNext(after failure: FetchFailure, counts: Bool, isSilence: Bool) {
        let now = now
        if let pause = failure.retryAfter {
            request.notBefore = now + pause
            request.isHostHeld = failure.concernsHost
        }
        var random = clocks.random
        let delay =
            counts
            ? backoff.delay(after: request.failures, failure, using: &random)
            : isSilence
                ? regularDelay(after: Freshness()) : backoff.delay(after: Freshness(), using: &random)
        planNext(after: max(delay, hold(at: now)))
    }

    /// Plans an attempt that could not begin, because the host asked this machine to wait, or because an
    /// input of the join is missing. No request was sent, so this is no failure, and an earlier failure
    /// remains.
    private func wait(_ failure: FetchFailure) {
        let now = now
        request.notBefore = failure.retryAfter.map { now + $0 }
        request.isHostHeld = failure.retryAfter != nil
        var random = clocks.random
        planNext(after: backoff.delay(waiting: failure.retryAfter, using: &random))
        if !isJoin, let earlier = state.failure, earlier.count > 0 { return }
        let isFirst = state.failure?.reason != failure.reason
        state.failure = SourceState.Failure(
            reason: failure.reason, message: failure.message, at: now, count: request.failures)
        if isFirst { journal.logFailure(failure, isSilence: false, next: request.nextAttempt) }
    }

    /// The message for a station of which the upstream has no report. This is no failure: the known reports
    /// stay and grow old.
    private var silence: String {
        let station = definition.name.instance ?? ""
        guard let known = stations.station(station) else {
            return
                "the upstream has no report of \(station), and no such station is known: check its identifier"
        }
        let never = definition.kind == .taf ? !known.isForecast : definition.kind == .metar && !known.reports
        return "the upstream has no report of \(station) (\(known.title)) now"
            + (never ? "; it is not known to issue any" : "; the last one stays")
    }

    /// The text added to the message of a source that is no longer fetched automatically.
    private static let farewell = "; it is requested again only by almanac refresh"

    /// Returns from a failing redirect target to the definition's own address; if that is gone for good
    /// (410), the source is no longer fetched by itself. An address found by `Follow=` is kept until it no
    /// longer exists.
    private func turnBack(_ failure: FetchFailure) {
        let isThere = failure.httpStatus != 404 && failure.httpStatus != 410
        if definition.setting("Follow") != nil, isThere { return }
        request.isGone = failure.httpStatus == 410 && request.movedTo == nil
        if request.movedTo != nil {
            request.etag = nil
            request.lastModified = nil
        }
        request.movedTo = nil
    }

    /// Plans the next attempt after a delay, unless the source is watched, fetched on demand only, or gone
    /// for good. A join is planned only after a failure, such as a full disk: its inputs may not change for
    /// long.
    func planNext(after wanted: Duration) {
        let delay = heeding(wanted)
        guard isJoin || (!isWatched && definition.interval != nil) else { return }
        guard !request.isGone, !isJoin || state.failure != nil else {
            request.nextAttempt = nil
            return plan.send(nil)
        }
        let next = now + delay
        request.nextAttempt = next
        plan.send(clocks.scheduler.now + delay)
        if let rhythmSummary { journal.logPlan(rhythmSummary, next: next) }
    }
}

nonisolated extension Freshness {
    /// Returns the freshness with at least the lifetime that the document itself states.
    func lasting(_ lifetime: Duration?) -> Freshness {
        var freshness = Freshness(
            date: date, lifetime: [self.lifetime, lifetime].compactMap { $0 }.max(), retryAfter: retryAfter)
        freshness.staleness = staleness
        return freshness
    }
}

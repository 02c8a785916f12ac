import Decoding
import Fetching
import Reactive
import Records
import Storing
import Systemd

extension Source {
    /// How often it wants to be asked, and how it waits; asked on demand, it is never due by itself.
    var patience: Patience { Patience(interval: definition.interval ?? .seconds(3600)) }

    /// Plans the first attempt of this run: what is left of the plan of the last one. What is watched needs none.
    func planFirst() {
        guard !isWatched, let interval = definition.interval, !request.isGone else { return }
        let asked = min(request.lifetime ?? .zero, Patience.longest)
        let patience = Patience(interval: max(interval, asked))
        plan.send(
            tools.scheduler.now + heeding(patience.delay(toward: request.nextAttempt, at: tools.wall())))
    }

    /// A delay, or what it must be so that it does not end in a time in which the upstream wants not to be asked.
    private func heeding(_ delay: Duration) -> Duration {
        let now = tools.wall()
        return request.quiet.map { $0.end(from: now + delay) - now } ?? delay
    }

    /// Whether it may as well be asked now, because others are: it is woken, will be soon, or failed.
    var isAboutDue: Bool {
        if attempt != nil || !wanted.isEmpty { return attempt == nil }
        guard let interval = definition.interval, let moment = plan.value else { return false }
        return state.failure != nil || moment <= tools.scheduler.now + interval / 2
    }

    /// Makes known what came of an attempt.
    func settle(_ outcome: Outcome) {
        let began = attempt
        attempt = nil
        if case .superseded = outcome { return joinAgain() }
        switch outcome {
        case .accepted(let acceptance):
            note(.read(state.recordCount, after: began.map { tools.wall() - $0 } ?? .zero))
            accept(acceptance, began)
            renew(acceptance.freshness.lasting(request.lifetime).lasting(pause))
        case .reread(let acceptance): accept(acceptance, began)
        case .notModified(let freshness): renew(freshness.lasting(request.lifetime).lasting(pause))
        case .answered: renew(Freshness())
        case .failed(let failure): fail(failure)
        case .superseded: break
        }
        tools.counters.count(outcome)
        changed.send(self)
        outcomes.send(outcome)
    }

    /// What the upstream's etiquette wants between two requests; `nil` when nothing.
    private var pause: Duration? {
        guard case .url(let url) = definition.origin else { return nil }
        let pause = Etiquette.pause(of: url)
        return pause > .zero ? pause : nil
    }

    private func accept(_ acceptance: Acceptance, _ began: UTC?) {
        if acceptance.rejected > 0, acceptance.rejected != state.rejected {
            Chronicle.rejected(self, acceptance.rejected)
        }
        state.rejected = acceptance.rejected
        state.omitted = acceptance.omitted
        if definition.kind.hasShape { notice(acceptance.shape) }
        state.reference = acceptance.reference ?? state.reference
        state.definition = acceptance.decodingHash
        if let validators = acceptance.validators {
            request.etag = validators.etag
            request.lastModified = validators.lastModified
            (request.lifetime, request.quiet) = (acceptance.lifetime, acceptance.quiet)
        }
        // The address that a request with a secret was sent on to may bear that secret.
        if definition.setting("Credential") == nil {
            request.movedTo = acceptance.permanentURL ?? request.movedTo
        }
        Chronicle.accepted(self, acceptance, in: began.map { tools.wall() - $0 })
    }

    /// Compares the members of a document with those before; what is read differently is another source's shape.
    private func notice(_ shape: Shape) {
        var memory = state.definition == definition.decodingHash ? ShapeMemory(state.shapes) : ShapeMemory()
        let news = memory.take(shape)
        (state.shapes, state.drift) = (memory.bytes, memory.drift)
        if !news.isEmpty { Chronicle.drifted(self, news) }
    }

    /// The last good state is the newest there is.
    private func renew(_ freshness: Freshness) {
        if let failure = state.failure, failure.count > 0 { Chronicle.back(self, after: failure) }
        let now = tools.wall()
        state.failure = nil
        state.fetched = now
        state.expires = expiry(freshness, at: now)
        request.failures = 0
        request.isGone = false
        request.notBefore = freshness.lifetime.map { now + min($0, Patience.longest) }
        var chance = tools.chance()
        planNext(after: patience.delay(after: freshness, using: &chance))
    }

    private func fail(_ failure: FetchFailure) {
        let isSilence = failure.reason == .empty && definition.isOfStation
        let counts = failure.reason != .offline && !isSilence && !isWaiting(failure)
        request.failures = isSilence ? 0 : request.failures + (counts ? 1 : 0)
        if counts { turnBack(failure) }
        let (now, isFirst) = (tools.wall(), state.failure?.reason != failure.reason.rawValue)
        state.failure = SourceState.Failure(
            reason: failure.reason.rawValue, httpStatus: failure.httpStatus,
            message: isSilence ? silence : failure.message + (request.isGone ? Source.farewell : ""),
            at: now, count: request.failures)
        request.notBefore = failure.retryAfter.map { now + $0 }
        var chance = tools.chance()
        planNext(
            after: counts
                ? patience.delay(after: request.failures, failure, using: &chance)
                : patience.delay(after: Freshness(), using: &chance))
        if isFirst { Chronicle.failing(self, failure, isSilence: isSilence) }
    }

    /// What to say of a station that the upstream answers nothing of: no failure, what is known stays and grows old.
    private var silence: String {
        let station = definition.name.instance ?? ""
        guard let known = tools.stations.station(station) else {
            return
                "the upstream has no report of \(station), and no such station is known: check its identifier"
        }
        let never = definition.kind == .taf ? !known.isForecast : definition.kind == .metar && !known.reports
        return "the upstream has no report of \(station) (\(known.title)) now"
            + (never ? "; it is not known to have any" : "; the last one stays")
    }

    /// What is told of a source that is not asked by itself any more.
    private static let farewell = "; it is not asked again but by almanac refresh"

    /// An address that it moved to and that fails is left for the definition's own; when that is gone for good, it
    /// is not asked any more by itself. One that an answer named is kept until it is not there any more.
    private func turnBack(_ failure: FetchFailure) {
        let isThere = failure.httpStatus != 404 && failure.httpStatus != 410
        if definition.setting("Follow") != nil, isThere { return }
        request.isGone = failure.httpStatus == 410 && request.movedTo == nil
        if request.movedTo != nil { (request.etag, request.lastModified) = (nil, nil) }
        request.movedTo = nil
    }

    /// Whether a join only waits for its sides to come, which is nobody's failure.
    private func isWaiting(_ failure: FetchFailure) -> Bool {
        failure.reason == .waiting && isJoin
    }

    /// What is joined does not grow old by itself; its sides do. A service is as new as it ever is.
    ///
    /// Source: io.almanac.varlink, type Health: fetched + max(interval, lifetime) + max(interval/2, 1 min).
    private func expiry(_ freshness: Freshness, at now: UTC) -> UTC? {
        guard definition.kind.readsDocuments else { return nil }
        let interval = definition.interval ?? .seconds(86_400)
        let due = now + max(interval, freshness.lifetime ?? .zero)
        return (request.quiet?.end(from: due) ?? due) + max(interval / 2, .seconds(60))
    }

    /// What is not watched is asked again after a delay, unless only on demand or gone for good.
    private func planNext(after wanted: Duration) {
        let delay = heeding(wanted)
        guard !isWatched, definition.interval != nil else { return }
        guard !request.isGone else {
            request.nextAttempt = nil
            return plan.send(nil)
        }
        request.nextAttempt = tools.wall() + delay
        plan.send(tools.scheduler.now + delay)
    }
}

nonisolated extension Freshness {
    /// The same, but not to be asked again before the document's own word.
    fileprivate func lasting(_ lifetime: Duration?) -> Freshness {
        Freshness(
            date: date, lifetime: [self.lifetime, lifetime].compactMap { $0 }.max(), retryAfter: retryAfter)
    }
}

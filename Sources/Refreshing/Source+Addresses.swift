import Definitions
import Fetching
import Reactive
import Records
import Rhythm
import Storing
import Systemd

/// A document at several addresses: the first one that works is asked, and those that fail or are behind
/// rest.
///
/// Source: almanac.source(5), `URL=`.
extension Source {
    /// The address in use; `nil` if the source is not fetched.
    var address: String? { definition.address(request.addresses.current) }

    /// Whether the first of its addresses is in use.
    var isAtFirstAddress: Bool { request.addresses.current == 0 }

    /// Asks one address after the other until one has what it should.
    func askAddresses() -> AnyPublisher<Outcome, FetchFailure> {
        let first = request.addresses.preferred(among: definition.addresses.count, at: now)
        return ask(first, after: [])
    }

    private func ask(_ number: Int, after asked: Set<Int>) -> AnyPublisher<Outcome, FetchFailure> {
        use(number)
        let asked = asked.union([number])
        return askAddress().catch { Just(Outcome.failed($0)).setFailureType(to: FetchFailure.self) }
            .flatMap { [unowned self] outcome in complete(outcome, after: asked) }.eraseToAnyPublisher()
    }

    /// Uses an address: what the last one stated about its document does not hold for another one.
    private func use(_ number: Int) {
        guard number != request.addresses.current else { return }
        request.addresses.current = number
        request.etag = nil
        request.lastModified = nil
        request.lifetime = nil
        request.quiet = nil
        request.movedTo = nil
        request.isGone = false
    }

    /// Asks another address if the answer has a gap that it may fill.
    private func complete(
        _ outcome: Outcome, after asked: Set<Int>
    ) -> AnyPublisher<Outcome, FetchFailure> {
        let gap = gap(in: outcome)
        record(gap, of: outcome)
        guard let gap, let next = nextAddress(after: asked, for: gap) else {
            return Just(outcome).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        let before = request
        return ask(next, after: asked).map { [unowned self] other in
            better(of: other, over: outcome, with: gap, at: before)
        }.eraseToAnyPublisher()
    }

    private func gap(in outcome: Outcome) -> AnswerGap? {
        let awaits = definition.kind == .alert && awaitsAnswer
        let gap = AnswerGap(of: outcome, isOverdue: learned?.isOverdue ?? false, awaitsAnswer: awaits)
        let isCompared = comparison.map { $0.lasts(at: now) } ?? false
        return gap == .overdue && isCompared ? nil : gap
    }

    /// Records whether the address in use works.
    private func record(_ gap: AnswerGap?, of outcome: Outcome) {
        if let fault = gap?.fault { return suspend(request.addresses.current, because: fault) }
        if case .failed = outcome { return }
        request.addresses.faults[request.addresses.current] = nil
        request.addresses.answers[request.addresses.current] = now
    }

    /// Suspends an address, longer each time: it rests.
    private func suspend(_ number: Int, because fault: FetchFailure) {
        let count = (request.addresses.faults[number]?.count ?? 0) + 1
        request.addresses.faults[number] = .init(
            count: count, since: now, until: now + pause(after: count, fault), message: fault.explanation)
        if count == 1 { SourceLog(of: definition, at: number).logAddressFault(fault) }
    }

    private func pause(after count: Int, _ fault: FetchFailure) -> Duration {
        var random = clocks.random
        return backoff.delay(after: count, fault, using: &random)
    }

    /// Returns the next address to ask; one that rests only before the source fails.
    private func nextAddress(after asked: Set<Int>, for gap: AnswerGap) -> Int? {
        let count = definition.addresses.count
        if let next = request.addresses.next(after: asked, among: count, at: now) { return next }
        guard case .failure = gap else { return nil }
        return request.addresses.earliest(after: asked, among: count)
    }

    /// Returns the better one of two answers, and continues with its address.
    ///
    /// - Parameters:
    ///   - other: The later answer, of the address in use.
    ///   - first: The answer with a gap.
    ///   - gap: The gap.
    ///   - before: The state of the request after that answer.
    /// - Returns: The better answer.
    private func better(
        of other: Outcome, over first: Outcome, with gap: AnswerGap, at before: RequestState
    ) -> Outcome {
        switch (gap, other) {
        case (.failure(let failure), .failed(let second)):
            return .failed(failure.saying("\(failure.message); the next address: \(second.explanation)"))
        case (.failure, _): return other
        case (_, .failed): break
        case (.behind, _): return other
        case (.absence, .accepted(let report)): accept(report, nil)
        case (.overdue, .accepted(let report)) where report.hasNews:
            comparison = nil
            suspend(before.addresses.current, because: .late)
            return other
        case (.overdue, _): postponeComparison()
        default: break
        }
        if case .failed = other { return goBack(to: before, first, keptOther: false) }
        return goBack(to: before, first, keptOther: true)
    }

    /// Continues with the address whose state that was; what is known of the others stays.
    ///
    /// If the document of the other one was kept, this one must send its own again: "not modified" would
    /// confirm the wrong one.
    private func goBack(
        to before: RequestState, _ outcome: Outcome, keptOther isOtherKept: Bool
    ) -> Outcome {
        let addresses = request.addresses
        request = before
        request.addresses.faults = addresses.faults
        request.addresses.answers = addresses.answers
        guard isOtherKept else { return outcome }
        request.etag = nil
        request.lastModified = nil
        return outcome.withoutValidators
    }

    /// Compares the addresses less often, the more often none of them had news.
    private func postponeComparison() {
        let count = (comparison?.count ?? 0) + 1
        comparison = .init(count: count, since: now, until: now + pause(after: count, .late), message: "")
    }
}

nonisolated extension Outcome {
    /// The outcome as if the answer had no validators.
    fileprivate var withoutValidators: Outcome {
        switch self {
        case .accepted(var report):
            report.validators = Validators()
            return .accepted(report)
        case .notModified(var freshness):
            freshness.validators = Validators()
            return .notModified(freshness)
        default: return self
        }
    }
}

nonisolated extension FetchFailure {
    /// The fault of an address whose document lacks the news of another one.
    fileprivate static let late = FetchFailure(.shape, "it lacks the news of another address")
}

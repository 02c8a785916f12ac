import Definitions
import Fetching
import Reactive
import Records
import Rhythm

/// Sources that are fetched together: when one of them is due, others that are due soon are fetched with it.
///
/// All sources in a request share it, but each is otherwise independent: it wakes, joins the running request
/// that includes it, and has its own records, health and next attempt.
final class Batch {
    /// The outcomes of a request, by the name of the source.
    private typealias Outcomes = [String: Outcome]
    private typealias Round = Future<Outcomes, FetchFailure>

    /// The validators of the last complete response from an address, and the sources in that response.
    private struct Memory {
        var validators: Validators
        let names: Set<String>

        /// The outcomes if the document is still the newest.
        func outcomes(_ freshness: Freshness) -> Outcomes {
            Dictionary(uniqueKeysWithValues: names.map { ($0, .notModified(freshness)) })
        }
    }

    private let rule: BatchRule
    private let upstreams: Upstreams
    private let ingester: Ingester
    private var members: [SourceName: any BatchMember] = [:]
    /// The running requests that include a source and wake it, until the source joins its request.
    private var claims: [SourceName: Round] = [:]
    private var memories: [String: Memory] = [:]
    /// The sources whose names the upstream refuses: each is fetched alone, so that the others are not
    /// refused with it.
    private var refused: Set<SourceName> = []
    /// The number of refused requests that are not divided, because a division found nothing that the
    /// upstream accepts.
    private var pause = 0
    private static let pauseAfterRefusals = 10
    /// The shortest interval of the sources.
    private(set) var shortest: Duration = .seconds(366 * 86_400)
    /// The plan of the requests; `nil` after a source has joined or left.
    private var plan: BatchPlan?
    /// Whether a source has left since the account was adapted.
    private var hasLost = false
    /// The account of the scheduled requests.
    var account: BatchAccount
    private var running: [Int: AnyCancellable] = [:]
    private var count = 0

    init(_ rule: BatchRule, upstreams: Upstreams, ingester: Ingester) {
        self.rule = rule
        account = BatchAccount(size: rule.size)
        self.upstreams = upstreams
        self.ingester = ingester
    }

    var isEmpty: Bool { members.isEmpty }

    func join(_ source: any BatchMember) {
        members[source.name] = source
        plan = nil
        pause = 0
        if let known = source.learned?.account { account.requests.renew(from: known) }
        shortest = min(shortest, source.definition.interval ?? shortest)
        adaptAccount()
    }

    func leave(_ source: any BatchMember) {
        guard members[source.name] === source else { return }
        members[source.name] = nil
        claims[source.name] = nil
        refused.remove(source.name)
        plan = nil
        hasLost = true
    }

    private func adaptAccount() { account.adapt(to: members.count, every: shortest) }

    /// Adapts the account to the sources that are left. We do this before the next request, since all sources
    /// may be leaving.
    private func applyLosses() {
        guard hasLost else { return }
        hasLost = false
        shortest = members.values.compactMap(\.definition.interval).min() ?? shortest
        adaptAccount()
    }

    /// Returns the moment of the next request for all sources; `nil` if there is only one, which plans for
    /// itself.
    func nextRequest(after moment: UTC) -> UTC? {
        guard members.count > 1 else { return nil }
        var plan = plan ?? BatchPlan(members.values)
        self.plan = nil  // not to copy it
        defer { self.plan = plan }
        return plan.nextRequest(on: account.requests, after: moment)
    }

    /// Keeps the account of the requests as an attempt of a source left it, which has also learned something.
    func keep(_ requests: RequestAccount, of source: any BatchMember) {
        account.requests = requests
        plan?.update(source)
    }

    /// Joins the running request that woke a source, or starts a new one and wakes the other sources in it.
    func attempt(for source: any BatchMember) -> AnyPublisher<Outcome, FetchFailure> {
        let name = source.name
        return (claims.removeValue(forKey: name) ?? newRound(for: source))
            .map { $0[name.text] ?? .failed(.missing(name)) }.eraseToAnyPublisher()
    }

    private func newRound(for source: any BatchMember) -> Round {
        applyLosses()
        let company = company(of: source)
        let round = perform(asking(company, by: source))
        for other in company where other !== source {
            claims[other.name] = round
            other.wakeToJoin()
        }
        return round
    }

    /// Performs a request independently of its subscribers, so that a source that joins late still receives
    /// the response.
    private func perform(_ request: AnyPublisher<Outcomes, FetchFailure>) -> Round {
        count += 1
        let number = count
        return Round { [unowned self] promise in
            var isOver = false
            let hold = request.sink { [weak self] completion in
                if case .failure(let failure) = completion { promise(.failure(failure)) }
                isOver = true
                self?.running[number] = nil
            } receiveValue: {
                promise(.success($0))
            }
            if !isOver { running[number] = hold }
        }
    }

    /// Returns the sources to fetch with this one. All sources that are due are sorted by name and divided
    /// into requests.
    ///
    /// The division, and with it the addresses, stays the same from request to request, so that a response
    /// can be "not modified".
    private func company(of source: any BatchMember) -> [any BatchMember] {
        guard !refused.contains(source.name) else { return [source] }
        let ready = members.values.filter {
            $0 === source
                || claims[$0.name] == nil && !refused.contains($0.name) && $0.isAboutDue(every: shortest)
        }.sorted { $0.name < $1.name }
        let place = ready.firstIndex { $0 === source } ?? 0
        return Array(ready.dropFirst(place / rule.size * rule.size).prefix(rule.size))
    }

    /// Performs one request for all sources in it, and divides it if the upstream refuses it for some of
    /// them.
    private func asking(
        _ company: [any BatchMember], by source: any BatchMember
    ) -> AnyPublisher<Outcomes, FetchFailure> {
        fetching(company, by: source).catch {
            [weak self] failure -> AnyPublisher<Outcomes, FetchFailure> in
            guard let self, failure.isOfRequest, company.count > 1, mayDivide else {
                return Fail(error: failure).eraseToAnyPublisher()
            }
            return divide(Batch.halves(of: company), by: source, after: failure, BatchSplit())
                .setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    /// Performs requests for parts of the sources, the larger ones first, and divides those that are refused
    /// again, until a single source is refused for its own name.
    private func divide(
        _ parts: [[any BatchMember]], by source: any BatchMember, after failure: FetchFailure,
        _ split: BatchSplit, outcomes: Outcomes = [:]
    ) -> AnyPublisher<Outcomes, Never> {
        guard let part = parts.first, split.reservePlace() else {
            pause = split.isUseful ? 0 : Batch.pauseAfterRefusals
            let rest = Batch.all(parts.flatMap(\.self), failure)
            return Just(outcomes.merging(rest) { $1 }).eraseToAnyPublisher()
        }
        return fetching(part, by: source).map { Result<Outcomes, FetchFailure>.success($0) }
            .catch { Just(.failure($0)) }
            .flatMap { [weak self] result -> AnyPublisher<Outcomes, Never> in
                guard let self else { return Empty().eraseToAnyPublisher() }
                var rest = Array(parts.dropFirst())
                var found = outcomes
                switch result {
                case .success(let part):
                    split.succeed()
                    found.merge(part) { $1 }
                case .failure(let refusal) where refusal.isOfRequest && part.count > 1:
                    rest += Batch.halves(of: part)
                case .failure(let refusal):
                    if refusal.isOfRequest { refused.formUnion(part.map(\.name)) }
                    found.merge(Batch.all(part, refusal)) { $1 }
                }
                return divide(rest, by: source, after: failure, split, outcomes: found)
            }.eraseToAnyPublisher()
    }

    private static func halves(of part: [any BatchMember]) -> [[any BatchMember]] {
        let middle = part.count / 2
        return [Array(part[..<middle]), Array(part[middle...])]
    }

    /// Whether a refused request is divided; counts it otherwise.
    private var mayDivide: Bool {
        guard pause > 0 else { return true }
        pause -= 1
        return false
    }

    private static func all(_ part: [any BatchMember], _ failure: FetchFailure) -> Outcomes {
        Dictionary(uniqueKeysWithValues: part.map { ($0.name.text, .failed(failure)) })
    }

    /// Records that the upstream accepts a request for these sources.
    private func recordAccepted(_ names: [SourceName]) {
        refused.subtract(names)
        pause = 0
    }

    /// Performs one request for all sources in it.
    private func fetching(
        _ company: [any BatchMember], by source: any BatchMember
    ) -> AnyPublisher<Outcomes, FetchFailure> {
        let definition = source.definition
        let url = rule.url(of: company.compactMap(\.name.instance))
        let memory = memories[url]
        let request: FetchRequest
        do throws(FetchFailure) {
            request = try upstreams.requests(for: definition)
                .request(for: url, memory?.validators ?? Validators())
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        let names = company.map(\.name)
        return upstreams.fetch(request) { [weak source] in source?.record($0) }
            .flatMap { [weak self, ingester] answer -> AnyPublisher<Outcomes, FetchFailure> in
                self?.recordAccepted(names)
                if case .notModified(let freshness) = answer { self?.renew(freshness.validators, of: url) }
                return switch answer {
                case .document(let document):
                    ingester.ingest(document, for: names, of: definition).map {
                        self?.remember(document.validators, $0, of: url)
                        return $0.mapValues(Outcome.init)
                    }.eraseToAnyPublisher()
                case .notModified(let freshness):
                    Just(memory?.outcomes(freshness) ?? [:]).setFailureType(to: FetchFailure.self)
                        .eraseToAnyPublisher()
                case .nothing: Just([:]).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
                }
            }.eraseToAnyPublisher()
    }

    /// Replaces the validators of an address by those that an answer without a document states.
    private func renew(_ validators: Validators, of url: String) {
        memories[url]?.validators.replace(with: validators)
    }

    /// Remembers the validators of a response. Addresses that are no longer used are removed by discarding
    /// everything now and then.
    private func remember(_ validators: Validators, _ results: Ingest.Results, of url: String) {
        if memories.count > members.count / rule.size + 8 { memories = [:] }
        let isWhole = results.values.allSatisfy { if case .success = $0 { true } else { false } }
        memories[url] =
            isWhole && !validators.isEmpty ? Memory(validators: validators, names: Set(results.keys)) : nil
    }
}

nonisolated extension Outcome {
    /// Creates the outcome for one source of a batch.
    fileprivate init(_ result: Result<IngestReport, FetchFailure>) {
        switch result {
        case .success(let report): self = .accepted(report)
        case .failure(let failure): self = .failed(failure)
        }
    }
}

nonisolated extension FetchFailure {
    /// The failure of a source that the document of its batch does not mention.
    fileprivate static func missing(_ name: SourceName) -> FetchFailure {
        FetchFailure(.empty, "the response does not contain \(name.instance ?? name.text)")
    }
}

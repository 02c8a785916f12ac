import Fetching
import Reactive
import Records

/// Sources that are asked for together: whoever is due first takes the others along.
///
/// A request is shared by all sources in it. Each still lives its own life: it is woken, joins the request that is
/// under way for it, and has its own records, health and next attempt.
final class Batch {
    private typealias Round = Future<BatchAnswer, FetchFailure>

    /// What the last whole answer of an address gave to ask by, and which sources it had.
    private struct Memory {
        let validators: Validators
        let names: Set<String>
    }

    private let rule: BatchRule
    private var members: [SourceName: Source] = [:]
    /// The requests under way that sources were woken for and have not joined yet.
    private var claims: [SourceName: Round] = [:]
    private var memories: [String: Memory] = [:]
    private var running: [Int: AnyCancellable] = [:]
    private var count = 0

    init(_ rule: BatchRule) { self.rule = rule }

    var isEmpty: Bool { members.isEmpty }

    func join(_ source: Source) { members[source.name] = source }

    func leave(_ source: Source) {
        guard members[source.name] === source else { return }
        members[source.name] = nil
        claims[source.name] = nil
    }

    /// The request that a source was woken for, or else a new one for which others are woken.
    func ask(for source: Source) -> AnyPublisher<BatchAnswer, FetchFailure> {
        if let round = claims.removeValue(forKey: source.name) { return round.eraseToAnyPublisher() }
        let company = company(of: source)
        let round = begin(asking(company, by: source))
        for other in company where other !== source {
            claims[other.name] = round
            other.plan.send(nil)
            other.wakes.send(.due)
        }
        return round.eraseToAnyPublisher()
    }

    /// Has a request done whether or not somebody waits for it: whoever joins late finds its answer.
    private func begin(_ request: AnyPublisher<BatchAnswer, FetchFailure>) -> Round {
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

    /// All who want to be asked about now, cut by name into requests, of which this is the one with the source.
    ///
    /// The cuts are the same each time, and with them the addresses, so that an answer can be "not modified".
    private func company(of source: Source) -> [Source] {
        let ready = members.values.filter { $0 === source || claims[$0.name] == nil && $0.isAboutDue }
            .sorted { $0.name < $1.name }
        let place = ready.firstIndex { $0 === source } ?? 0
        return Array(ready.dropFirst(place / rule.size * rule.size).prefix(rule.size))
    }

    /// One request for all sources in it.
    private func asking(
        _ company: [Source], by source: Source
    ) -> AnyPublisher<BatchAnswer, FetchFailure> {
        let (tools, definition) = (source.tools, source.definition)
        let url = rule.url(of: company.compactMap(\.name.instance))
        let memory = memories[url]
        let request: Request
        do throws(FetchFailure) {
            request = try RequestBuilder(definition, tools)
                .request(for: url, memory?.validators ?? Validators())
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        let names = company.map(\.name)
        return tools.fetcher.fetch(request) { [weak source] in source?.note(AttemptStep($0)) }
            .flatMap { answer -> AnyPublisher<BatchAnswer, FetchFailure> in
                switch answer {
                case .document(let document):
                    tools.intake.spread(document, over: names, of: definition, tools.stations)
                case .notModified(let freshness):
                    Just(BatchAnswer(unchanged: memory?.names ?? [], freshness: freshness))
                        .setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
                }
            }
            .handleEvents(receiveOutput: { [weak self] in self?.remember($0, of: url) })
            .eraseToAnyPublisher()
    }

    /// Addresses that are not asked any more are forgotten with the others, now and then.
    private func remember(_ answer: BatchAnswer, of url: String) {
        guard answer.unchanged.isEmpty else { return }
        if memories.count > members.count / rule.size + 8 { memories = [:] }
        let isOfUse = answer.isWhole && !answer.validators.isEmpty
        memories[url] = isOfUse ? Memory(validators: answer.validators, names: Set(answer.taken.keys)) : nil
    }
}

import Decoding
import Fetching
import Reactive
import Records
import Storing
import Systemd

extension Intake {
    /// Takes one document in for several sources.
    ///
    /// - Parameters:
    ///   - document: What came.
    ///   - names: The sources, instances of one template.
    ///   - definition: The definition of one of them.
    ///   - stations: What is known of stations.
    /// - Returns: What it brought to each; cold, and what has begun goes on when it is cancelled.
    func spread(
        _ document: Document, over names: [SourceName], of definition: Definition, _ stations: Stations
    ) -> AnyPublisher<BatchAnswer, FetchFailure> {
        var answer = BatchAnswer(validators: document.validators, freshness: document.freshness)
        answer.reference = document.reference
        answer.bytes = document.body.count
        // Nothing is what some answer when no station has anything to say.
        guard document.body.count > 0 else {
            return Just(answer).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        do throws(FetchFailure) {
            try document.check(for: definition.kind)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        let sources = names.map { ($0.instance?.uppercased() ?? "", $0.text) }
        let spread = Spread(
            kind: definition.kind, options: definition.options, body: document.body,
            context: DocumentContext(
                reference: document.reference, charset: document.mediaType?.charset, url: nil,
                stations: stations.table(for: definition.kind)),
            keeping: definition.keep.keeping(at: wall()),
            sources: Dictionary(sources, uniquingKeysWith: { first, _ in first }))
        return stored(spread).map { [unowned self] in filled(answer, $0) }.eraseToAnyPublisher()
    }

    private typealias Stored = [String: Result<(Findings, [Commit]), FetchFailure>]

    /// Decodes large documents beside the worker that writes.
    private func stored(_ spread: Spread) -> AnyPublisher<Stored, FetchFailure> {
        let moment = wall()
        guard spread.body.count > Intake.small else {
            return store.runs { try spread.store(spread.portions(), in: $0.store, at: moment) }
                .mapError(FetchFailure.init(intake:)).eraseToAnyPublisher()
        }
        return bulk.runs { _ in try spread.portions() }
            .flatMap { [store] portions in
                store.runs { try spread.store(portions, in: $0.store, at: moment) }
            }
            .mapError(FetchFailure.init(intake:)).eraseToAnyPublisher()
    }

    /// Tells what was committed, in order, and notes it for each source.
    private func filled(_ answer: BatchAnswer, _ stored: Stored) -> BatchAnswer {
        var answer = answer
        let all = stored.values.flatMap { (try? $0.get())?.1 ?? [] }
        for commit in all.sorted(by: { $0.end < $1.end }) { commits.send(commit) }
        answer.taken = stored.mapValues { result in
            result.map { findings, commits in Taken(findings: findings, counts: Intake.counts(commits)) }
        }
        // A portion is committed at once: what is joined of it may have seen it before or after, never half.
        for case (let name, .success(let taken)) in answer.taken {
            wholeness.begin(name)
            wholeness.end(name, taken.counts.isEmpty ? .same : .changed)
        }
        return answer
    }

    private static func counts(_ commits: [Commit]) -> [Change.Kind: Int] {
        var counts: [Change.Kind: Int] = [:]
        for change in commits.flatMap(\.changes) { counts[change.kind, default: 0] += 1 }
        return counts
    }
}

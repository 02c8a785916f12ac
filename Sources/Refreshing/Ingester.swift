import Decoding
package import Definitions
package import Fetching
package import Reactive
package import Records
package import Storing
import Systemd

/// Runs ingests on the workers, and publishes what they commit.
package final class Ingester {
    /// The commits, in the order of the log, once they are on disk.
    package let commits = PassthroughSubject<Commit, Never>()

    /// The sources that have data, and those that are being changed.
    let gate: CommitGate
    /// The folder of accepted documents.
    package let documents: Documents
    /// The known stations.
    package let stations: Stations
    let store: DataWorker<StoreContext>
    /// The writing that fails.
    let failures: WriteFailures
    /// The worker that decodes large documents.
    let bulk: DataWorker<DecodeContext>
    private let slow: DataWorker<DecodeContext>
    /// The sources whose documents took long once; they wait for each other, and others not for them.
    private var slowSources: Set<String> = []
    package let wall: () -> UTC
    /// The time that the ages of records count against.
    package let confirmed: ConfirmedTime
    private var bulkCount = 0
    private let turns = IngestTurns()

    /// - Parameters:
    ///   - store: The worker that commits.
    ///   - bulk: The worker that decodes large documents.
    ///   - slow: The worker that decodes documents that take long.
    ///   - documents: The folder of accepted documents.
    ///   - stations: The known stations.
    ///   - gate: The sources that have data.
    ///   - failures: The writing that fails.
    ///   - wall: The wall clock.
    ///   - confirmed: The time that the ages of records count against.
    package init(
        store: DataWorker<StoreContext>, bulk: DataWorker<DecodeContext>,
        slow: DataWorker<DecodeContext>, documents: Documents, stations: Stations, gate: CommitGate,
        failures: WriteFailures, wall: @escaping () -> UTC, confirmed: ConfirmedTime
    ) {
        self.store = store
        self.failures = failures
        self.bulk = bulk
        self.slow = slow
        self.documents = documents
        self.stations = stations
        self.gate = gate
        self.wall = wall
        self.confirmed = confirmed
    }

    /// Runs an ingest.
    ///
    /// - Returns: The results by source; cold. Cancelling the subscription does not stop an ingest that has
    ///   begun.
    package func run(_ ingest: Ingest) -> AnyPublisher<Ingest.Results, FetchFailure> {
        Deferred { [unowned self] in
            Future<Ingest.Results, FetchFailure> { promise in
                var changed: Set<String> = []
                for name in ingest.sources { self.gate.recordStart(name) }
                self.performNext(ingest) { [gate = self.gate, commits = self.commits] commit in
                    if !commit.changes.isEmpty { changed.insert(commit.source) }
                    gate.record(commit)
                    commits.send(commit)
                } done: { [gate = self.gate, failures = self.failures] result in
                    failures.recordResult(result, of: ingest.sources, isChange: !changed.isEmpty)
                    for name in ingest.sources {
                        gate.recordEnd(
                            name, with: .init(name, of: result, hasChanged: changed.contains(name)))
                    }
                    promise(result.mapError(FetchFailure.init(ingest:)))
                }
            }
        }.eraseToAnyPublisher()
    }

    /// Removes all records of a source, part by part, and everything else that is stored for it.
    ///
    /// - Parameters:
    ///   - name: The source.
    ///   - earlier: The commit of the part before.
    ///   - then: Called when nothing is left.
    package func remove(
        _ name: SourceName, after earlier: Commit? = nil, then: @escaping (Result<Void, any Error>) -> Void
    ) {
        let moment = wall()
        let documents = documents
        if earlier == nil { gate.recordStart(name.text) }
        store.run { desk in
            // This comes before the changes: an error after their commit would withhold them from the
            // subscribers.
            try documents.remove(name.text)
            try desk.store.forget(requests: [name.text, MirrorBatch.identity(of: name)])
            return try desk.store.removeSource(name.text, at: moment, after: earlier)
        } then: { [self] result in
            guard case .success(let (commit, isDone)) = result else {
                gate.recordEnd(name.text, with: .changed)
                return then(result.map { _ in })
            }
            gate.record(commit)
            commits.send(commit)
            guard isDone else { return remove(name, after: commit, then: then) }
            gate.recordEnd(name.text, with: .gone)
            then(.success(()))
        }
    }
}

/// The division of an ingest between the workers.
extension Ingester {
    private typealias End = (Result<Ingest.Results, any Error>) -> Void

    /// Performs an ingest once no other one changes its source, if its upstream may push messages meanwhile.
    private func performNext(
        _ ingest: Ingest, didCommit: @escaping (Commit) -> Void, done: @escaping End
    ) {
        guard let name = ingest.nameInTurn else {
            return perform(ingest, didCommit: didCommit, done: done)
        }
        turns.run(name) { [self] leave in
            perform(ingest, didCommit: didCommit) {
                done($0)
                leave()
            }
        }
    }

    private func perform(
        _ ingest: Ingest, didCommit: @escaping (Commit) -> Void, done: @escaping End
    ) {
        if ingest.isSmall {
            commit(ingest, didCommit: didCommit, done: done) { try IngestPortions(decoding: ingest, in: $0) }
        } else if case .source(let name) = ingest.target {
            let end: (Result<IngestReport, any Error>) -> Void = { done($0.map { [name: .success($0)] }) }
            guard ingest.kind.needsProcess else {
                return performBulk(ingest, of: name, on: bulk, didCommit: didCommit, done: end)
            }
            performInTurn(ingest, of: name, didCommit: didCommit, done: end)
        } else {
            bulk.run {
                try IngestPortions(decoding: ingest, in: $0.reader())
            } then: { result in
                switch result {
                case .success(let decoded):
                    self.commit(ingest, didCommit: didCommit, done: done) { _ in decoded }
                case .failure(let error): done(.failure(error))
                }
            }
        }
    }

    /// Commits all records of an ingest as one transaction.
    private func commit(
        _ ingest: Ingest, didCommit: @escaping (Commit) -> Void, done: @escaping End,
        decoded: @escaping @Sendable (Store) throws -> IngestPortions
    ) {
        let moment = wall()
        store.run { desk in
            try ingest.commit(decoded(desk.store), to: desk.store, at: moment)
        } then: { result in
            if case .success(let (_, commits)) = result { commits.forEach(didCommit) }
            done(result.map { $0.results })
        }
    }

    /// Tries a document that another process decodes for a moment; if that fails, it waits for its turn among
    /// those that take long.
    private func performInTurn(
        _ ingest: Ingest, of source: String, didCommit: @escaping (Commit) -> Void,
        done: @escaping (Result<IngestReport, any Error>) -> Void
    ) {
        guard !slowSources.contains(source) else {
            return performSlowly(ingest, of: source, didCommit: didCommit, done: done)
        }
        var brief = ingest
        brief.isBrief = true
        performBulk(brief, of: source, on: bulk, didCommit: didCommit) { [self] result in
            guard case .failure(let error) = result, error is DecodeError else { return done(result) }
            performSlowly(ingest, of: source, didCommit: didCommit, done: done)
        }
    }

    /// Decodes a document however long it takes. A source whose document fails for another reason, such as a
    /// web page instead of a calendar, is tried for a moment again the next time.
    private func performSlowly(
        _ ingest: Ingest, of source: String, didCommit: @escaping (Commit) -> Void,
        done: @escaping (Result<IngestReport, any Error>) -> Void
    ) {
        performBulk(ingest, of: source, on: slow, didCommit: didCommit) { [self] result in
            if case .success = result { slowSources.insert(source) } else { slowSources.remove(source) }
            done(result)
        }
    }

    private func performBulk(
        _ ingest: Ingest, of source: String, on worker: DataWorker<DecodeContext>,
        didCommit: @escaping (Commit) -> Void,
        done: @escaping (Result<IngestReport, any Error>) -> Void
    ) {
        let sides = ingest.sides
        let gate = gate
        let stamp = gate.stamp(of: sides)
        guard stamp != nil else { return done(.failure(FetchFailure.superseded)) }
        bulkCount += 1
        BulkIngest(
            bulkCount, ingest: ingest, of: source, bulk: worker, store: store, wall: wall,
            isSound: { gate.stamp(of: sides) == stamp }, didCommit: didCommit, done: done
        ).start()
    }
}

extension WriteFailures {
    /// Records the end of an ingest; one that could not use its document says nothing about the disk.
    fileprivate func recordResult(
        _ result: Result<Ingest.Results, any Error>, of sources: [String], isChange: Bool
    ) {
        switch result {
        case .success(let results):
            if isChange { storedRecords() }
            for case (let name, .success) in results { succeed(.records(name)) }
        case .failure(let error as StoreError): for name in sources { fail(.records(name), error) }
        case .failure: break
        }
    }
}

nonisolated extension CommitGate.End {
    /// The end of an ingest for one of its sources.
    fileprivate init(_ name: String, of result: Result<Ingest.Results, any Error>, hasChanged: Bool) {
        if hasChanged {
            self = .changed
        } else if case .success(let results) = result, case .success? = results[name] {
            self = .same
        } else {
            self = .unread
        }
    }
}

nonisolated extension FetchFailure {
    /// The failure of a join whose sides change while it is computed.
    static let superseded = FetchFailure(.waiting, "one of its two sources is being changed")

    /// Creates the failure of an ingest from an error.
    init(ingest error: any Error) {
        switch error {
        case let failure as FetchFailure: self = failure
        case let error as DecodeError:
            self.init(error.reason, "\(error); \(error.reason.advice)")
        case let error as OptionError: self.init(.configuration, "\(error)")
        default: self.init(.file, "cannot store the records: \(error)")
        }
    }
}

nonisolated extension FailureReason {
    /// The advice for a document that cannot be decoded.
    fileprivate var advice: String {
        switch self {
        case .empty: "the last good records stay, and almanacd tries again"
        case .content: "check the document at URL= or Path=, and Kind="
        case .configuration: "the last good records stay until it can be used"
        case .shape: "examine it with almanacd decode, and correct the definition"
        default: "the last good records stay until the upstream corrects it"
        }
    }
}

import Definitions
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// The ingest of one large document: one worker compares its records, the other commits the differences part
/// by part.
///
/// No transaction is longer than a part, and subscribers are sent a part before the next one is committed.
/// The parts of a join are as large as possible, because no subscriber should see half of a join, even after
/// a crash.
final class BulkIngest {
    private let number: Int
    private let ingest: Ingest
    private let source: String
    private let bulk: DataWorker<DecodeContext>
    private let store: DataWorker<StoreContext>
    private let wall: () -> UTC
    private let isSound: () -> Bool
    private let didCommit: (Commit) -> Void
    private let done: (Result<IngestReport, any Error>) -> Void
    private var report: IngestReport
    private var last: Commit?
    /// The number of the last change.
    private var change: Int64?

    /// - Parameters:
    ///   - number: The number of the ingest among those of the worker.
    ///   - ingest: The ingest.
    ///   - source: The source of all its records.
    ///   - bulk: The worker that compares.
    ///   - store: The worker that commits.
    ///   - wall: The wall clock.
    ///   - isSound: Whether the sides of a join are unchanged since the beginning.
    ///   - didCommit: Called after each commit.
    ///   - done: Called at the end.
    init(
        _ number: Int, ingest: Ingest, of source: String, bulk: DataWorker<DecodeContext>,
        store: DataWorker<StoreContext>, wall: @escaping () -> UTC, isSound: @escaping () -> Bool,
        didCommit: @escaping (Commit) -> Void, done: @escaping (Result<IngestReport, any Error>) -> Void
    ) {
        self.number = number
        self.ingest = ingest
        self.source = source
        self.bulk = bulk
        self.store = store
        self.wall = wall
        self.isSound = isSound
        self.didCommit = didCommit
        self.done = done
        report = ingest.report
    }

    /// Starts. The object lives until it has called `done`.
    func start() {
        bulk.run { [number, ingest, source] desk in
            let (comparison, report) = try ingest.compare(source, in: desk.reader())
            desk.comparisons[number] = comparison
            return report
        } then: {
            self.compared($0)
        }
    }

    private func compared(_ result: Result<IngestReport, any Error>) {
        switch result {
        case .success where !isSound(): finish(.failure(FetchFailure.superseded))
        case .success(let report):
            self.report = report
            compareNext()
        case .failure(let error): finish(.failure(error))
        }
    }

    private func compareNext() {
        bulk.run { [number, isJoin = !ingest.sides.isEmpty] desk in
            isJoin ? try desk.comparisons[number]?.together() : try desk.comparisons[number]?.next()
        } then: { result in
            switch result {
            case .success(let part): self.commit(part)
            case .failure(let error): self.finish(.failure(error))
            }
        }
    }

    private func commit(_ part: [Difference]?) {
        let moment = wall()
        store.run { [source, last, report] desk in
            try Ingest.commit(
                part, of: source, after: last, report: report, isLast: part == nil, to: desk.store,
                at: moment)
        } then: {
            self.committed($0, isLast: part == nil)
        }
    }

    private func committed(_ result: Result<Commit, any Error>, isLast: Bool) {
        switch result {
        case .success(let commit):
            last = commit
            change = commit.changes.last?.number ?? change
            report.add(commit, stampedBy: ingest.kind.stamps)
            didCommit(commit)
            if isLast { storeOrder() } else { compareNext() }
        case .failure(let error): finish(.failure(error))
        }
    }

    /// Stores data that speed up the next comparison; nothing waits for this.
    private func storeOrder() {
        bulk.run { [number, source, change, isListed = ingest.kind.isListedInOrder] desk in
            do {
                try desk.comparisons[number]?.storeOrder(at: change, isListed: isListed)
            } catch {
                log(.debug, "the next document of \(source) is compared record by record: \(error)")
            }
        } then: { _ in
        }
        finish(.success(report))
    }

    private func finish(_ result: Result<IngestReport, any Error>) {
        bulk.run { [number] desk in
            desk.comparisons[number] = nil
        } then: { _ in
        }
        done(result)
    }
}

nonisolated extension Comparison {
    /// The next parts combined, about 20,000 differences or 32 MiB, which the worker commits in less than
    /// half a second.
    fileprivate func together() throws(StoreError) -> [Difference]? {
        guard var all = try next() else { return nil }
        var bytes = all.bytes
        while all.count < 20_000, bytes < 32 << 20, let more = try next() {
            all += more
            bytes += more.bytes
        }
        return all
    }
}

nonisolated extension [Difference] {
    /// The size of the data in bytes.
    fileprivate var bytes: Int {
        reduce(0) { if case .put(let record, _) = $1 { $0 + record.data.count } else { $0 } }
    }
}

import Fetching
import Reactive
import Records
import Storing
import Systemd

/// The way of one large document into the store: compared on one worker, committed part by part on the other.
///
/// No transaction is longer than a part, and what was committed is told before the next part is asked for. The parts
/// of a join go together as far as that can be: nobody should see a half of it, whatever happens.
final class Delivery {
    private let number: Int
    private let reading: Reading
    private let bulk: DataWorker<ReadingDesk>
    private let store: DataWorker<StoreDesk>
    private let tell: (Commit) -> Void
    private let wall: () -> UTC
    private let isSound: () -> Bool
    private let done: (Result<Findings, any Error>) -> Void
    private var findings = Findings()
    private var last: Commit?
    /// The last change that was made.
    private var change: Int64?

    init(
        _ number: Int, _ reading: Reading, bulk: DataWorker<ReadingDesk>, store: DataWorker<StoreDesk>,
        wall: @escaping () -> UTC, isSound: @escaping () -> Bool, tell: @escaping (Commit) -> Void,
        done: @escaping (Result<Findings, any Error>) -> Void
    ) {
        (self.number, self.reading) = (number, reading)
        (self.bulk, self.store) = (bulk, store)
        (self.wall, self.isSound, self.tell, self.done) = (wall, isSound, tell, done)
    }

    /// Begins; the delivery lives until it has told its end.
    func begin() {
        bulk.run { [number, reading] desk in
            let (comparison, findings) = try reading.compare(in: desk.reader())
            desk.comparisons[number] = comparison
            return findings
        } then: {
            self.compared($0)
        }
    }

    private func compared(_ result: Result<Findings, any Error>) {
        switch result {
        case .success where !isSound(): end(.failure(FetchFailure.superseded))
        case .success(let findings):
            self.findings = findings
            takeNext()
        case .failure(let error): end(.failure(error))
        }
    }

    private func takeNext() {
        bulk.run { [number, isJoin = !reading.sides.isEmpty] desk in
            isJoin ? try desk.comparisons[number]?.together() : try desk.comparisons[number]?.next()
        } then: { result in
            switch result {
            case .success(let part): self.commit(part)
            case .failure(let error): self.end(.failure(error))
            }
        }
    }

    /// Commits a part; behind the last one, what could not be read.
    private func commit(_ part: [Difference]?) {
        let (source, moment, earlier) = (reading.source, wall(), last)
        let rejects = part == nil ? findings.rejects : nil
        store.run { desk in
            try desk.store.commit(part ?? [], of: source, at: moment, after: earlier, rejects: rejects)
        } then: {
            self.committed($0, isLast: part == nil)
        }
    }

    private func committed(_ result: Result<Commit, any Error>, isLast: Bool) {
        switch result {
        case .success(let commit):
            last = commit
            change = commit.changes.last?.number ?? change
            tell(commit)
            if isLast { settle() } else { takeNext() }
        case .failure(let error): end(.failure(error))
        }
    }

    /// Has what helps the next comparison kept; nobody waits for that.
    private func settle() {
        bulk.run { [number, source = reading.source, change] desk in
            do {
                try desk.comparisons[number]?.settle(at: change)
            } catch {
                log(.debug, "the next document of \(source) is compared the longer way: \(error)")
            }
        } then: { _ in
        }
        end(.success(findings))
    }

    private func end(_ result: Result<Findings, any Error>) {
        bulk.run { [number] desk in
            desk.comparisons[number] = nil
        } then: { _ in
        }
        done(result)
    }
}

nonisolated extension Comparison {
    /// The next parts as one, about 20,000 differences or 32 MiB: less than half a second of the worker that writes.
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
    /// How much data they bear.
    fileprivate var bytes: Int {
        reduce(0) { if case .put(let record, _) = $1 { $0 + record.data.count } else { $0 } }
    }
}

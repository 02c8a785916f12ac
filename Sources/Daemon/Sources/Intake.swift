import Decoding
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// Decodes documents, compares them with what is stored and commits what differs, on the workers.
final class Intake {
    /// Documents up to this size, bytes, are read by the worker that writes; larger ones by the other.
    nonisolated static let small = 65_536

    /// What was committed, in the order of the log, once it is on disk.
    let commits = PassthroughSubject<Commit, Never>()

    /// Which sources have anything, and which are just being changed.
    let wholeness: Wholeness
    /// Where accepted documents are kept.
    let documents: Documents
    let store: DataWorker<StoreDesk>
    let bulk: DataWorker<ReadingDesk>
    let wall: () -> UTC
    private var deliveries = 0

    init(
        store: DataWorker<StoreDesk>, bulk: DataWorker<ReadingDesk>, documents: Documents,
        wholeness: Wholeness, wall: @escaping () -> UTC
    ) {
        (self.store, self.bulk, self.documents) = (store, bulk, documents)
        (self.wholeness, self.wall) = (wholeness, wall)
    }

    /// Opens a file of this machine, beside the loop.
    ///
    /// - Parameters:
    ///   - path: The file, or a directory of files.
    ///   - maximumBytes: The largest that is read.
    /// - Returns: The document; cold.
    func file(_ path: String, maximumBytes: Int) -> AnyPublisher<Document, FetchFailure> {
        let now = wall()
        return store.runs { _ in try FileReader(maximumBytes: maximumBytes).read(path, received: now) }
            .mapError { FetchFailure(intake: $0) }.eraseToAnyPublisher()
    }

    /// Removes all records of a source, part by part, and what else is kept of it.
    ///
    /// - Parameters:
    ///   - name: The source.
    ///   - earlier: The part that was removed before.
    ///   - then: Told when nothing is left.
    func remove(
        _ name: SourceName, after earlier: Commit? = nil, then: @escaping (Result<Void, any Error>) -> Void
    ) {
        let (moment, documents) = (wall(), documents)
        if earlier == nil { wholeness.begin(name.text) }
        store.run { desk in
            let part = try desk.store.removeSource(name.text, at: moment, after: earlier)
            if part.isDone {
                try documents.remove(name.text)
                try desk.store.forget(requests: [name.text])
            }
            return part
        } then: { [self] result in
            guard case .success(let (commit, isDone)) = result else {
                wholeness.end(name.text, .changed)
                return then(result.map { _ in })
            }
            commits.send(commit)
            guard isDone else { return remove(name, after: commit, then: then) }
            wholeness.end(name.text, .gone)
            then(.success(()))
        }
    }

    /// Takes a document in.
    ///
    /// - Parameter reading: The document.
    /// - Returns: What was found in it and what it changed; cold, and what has begun goes on when it is cancelled.
    func take(_ reading: Reading) -> AnyPublisher<Taken, FetchFailure> {
        Deferred { [unowned self] in
            Future<Taken, FetchFailure> { promise in
                let (tally, wholeness) = (Tally(), self.wholeness)
                wholeness.begin(reading.source)
                let end = { (result: Result<Findings, any Error>) in
                    wholeness.end(reading.source, .init(result, hasChanged: !tally.counts.isEmpty))
                    promise(
                        result.map { Taken(findings: $0, counts: tally.counts) }.mapError(
                            FetchFailure.init(intake:)))
                }
                reading.isSmall
                    ? self.takeSmall(reading, tally, end) : self.takeLarge(reading, tally, end)
            }
        }.eraseToAnyPublisher()
    }

    private func takeSmall(
        _ reading: Reading, _ tally: Tally, _ end: @escaping (Result<Findings, any Error>) -> Void
    ) {
        let moment = wall()
        store.run { desk in
            let (comparison, findings) = try reading.compare(in: desk.store)
            var commits: [Commit] = []
            while let part = try comparison.next() {
                commits.append(
                    try desk.store.commit(part, of: reading.source, at: moment, after: commits.last))
            }
            commits.append(
                try desk.store.commit(
                    [], of: reading.source, at: moment, after: commits.last, rejects: findings.rejects))
            return (findings, commits)
        } then: { [weak self] result in
            if case .success(let (_, commits)) = result { commits.forEach { self?.tell($0, tally) } }
            end(result.map(\.0))
        }
    }

    private func takeLarge(
        _ reading: Reading, _ tally: Tally, _ end: @escaping (Result<Findings, any Error>) -> Void
    ) {
        let (sides, wholeness) = (reading.sides.map(\.text), wholeness)
        let stamp = wholeness.stamp(of: sides)
        guard stamp != nil else { return end(.failure(FetchFailure.superseded)) }
        deliveries += 1
        Delivery(
            deliveries, reading, bulk: bulk, store: store, wall: wall,
            isSound: { wholeness.stamp(of: sides) == stamp },
            tell: { [weak self] in self?.tell($0, tally) }, done: end
        ).begin()
    }

    private func tell(_ commit: Commit, _ tally: Tally) {
        tally.add(commit)
        commits.send(commit)
    }
}

/// What a document that was taken in brought.
nonisolated struct Taken: Sendable {
    /// What was found in it.
    let findings: Findings
    /// How many records it added, changed and removed.
    let counts: [Change.Kind: Int]
}

/// Counts the changes of a document over its commits.
private final class Tally {
    private(set) var counts: [Change.Kind: Int] = [:]

    func add(_ commit: Commit) {
        for change in commit.changes { counts[change.kind, default: 0] += 1 }
    }
}

nonisolated extension Wholeness.End {
    /// How the taking in of a document ended for its source.
    fileprivate init(_ result: Result<Findings, any Error>, hasChanged: Bool) {
        switch result {
        case .success: self = hasChanged ? .changed : .same
        case .failure: self = hasChanged ? .changed : .unread
        }
    }
}

nonisolated extension FetchFailure {
    /// What is joined changed while it was read, or is just being changed.
    static let superseded = FetchFailure(.waiting, "what it is joined of is just being changed")

    /// Says in the words of the interface why a document could not be taken in.
    init(intake error: any Error) {
        switch error {
        case let failure as FetchFailure: self = failure
        case let error as DecodeError:
            self.init(Reason(rawValue: error.reason.rawValue) ?? .parse, "\(error); \(error.reason.advice)")
        case let error as OptionError: self.init(.configuration, "\(error)")
        default: self.init(.file, "the store cannot take it: \(error)")
        }
    }
}

nonisolated extension DecodeError.Reason {
    /// What whoever reads of it can do.
    fileprivate var advice: String {
        switch self {
        case .empty: "the last good records stay, and it is asked again"
        case .content: "look at what URL= or Path= leads to, and whether Kind= is right"
        case .shape: "see what it has by almanacd decode, and mend the definition"
        case .parse: "the last good records stay until the upstream mends it"
        }
    }
}

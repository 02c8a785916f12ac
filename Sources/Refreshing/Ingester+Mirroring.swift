import Reactive
package import Records
package import Storing
import Systemd

/// The ingest of what other almanacs have decoded already.
extension Ingester {
    /// Stores a batch in one transaction and publishes its commits.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - then: Called once it is on disk, or with the reason why nothing of it was stored.
    package func mirror(_ batch: MirrorBatch, then: @escaping (Result<Void, any Error>) -> Void) {
        let names = Set(batch.parts.map(\.source))
        for name in names { gate.recordStart(name) }
        store.run { desk in
            try batch.commit(to: desk.store)
        } then: { [self] result in
            var changed: Set<String> = []
            for commit in (try? result.get()) ?? [] {
                if !commit.changes.isEmpty { changed.insert(commit.source) }
                gate.record(commit)
                commits.send(commit)
            }
            for name in names { gate.recordEnd(name, with: changed.contains(name) ? .changed : .same) }
            recordResult(result.map { _ in }, of: names, isChange: !changed.isEmpty)
            then(result.map { _ in })
        }
    }

    private func recordResult(_ result: Result<Void, any Error>, of names: Set<String>, isChange: Bool) {
        switch result {
        case .success:
            if isChange { failures.storedRecords() }
            for name in names { failures.succeed(.records(name)) }
        case .failure(let error): for name in names { failures.fail(.records(name), error) }
        }
    }

    /// Reads the stored state of the connection of a source to another almanac.
    package func readLink(
        _ name: SourceName, then: @escaping (Result<RequestState, any Error>) -> Void
    ) {
        store.run({ try $0.store.request(MirrorBatch.identity(of: name)) }, then: then)
    }

    /// Reads the next keys of a source's records after a key, in their order.
    package func keys(
        of name: SourceName, after key: String, limit: Int,
        then: @escaping (Result<[String], any Error>) -> Void
    ) {
        store.run({ try $0.store.keys(of: name.text, after: key, limit: limit) }, then: then)
    }

    /// Reads the size by which a batch would make the stored records grow, in bytes; it may be negative.
    package func growth(by batch: MirrorBatch, then: @escaping (Result<Int, any Error>) -> Void) {
        store.run({ try batch.growth(in: $0.store) }, then: then)
    }

    /// Reads the size of the next records of a source after a key, in their order; see `Store.size`.
    package func size(
        of name: SourceName, after key: String, limit: Int,
        then: @escaping (Result<(bytes: Int, next: String?), any Error>) -> Void
    ) {
        store.run({ try $0.store.size(of: name.text, after: key, limit: limit) }, then: then)
    }
}

nonisolated extension MirrorBatch {
    /// Returns the size by which the stored records grow, in bytes, as `Store.size` counts them.
    fileprivate func growth(in store: Store) throws -> Int {
        var sizes: [String: [String: Int]] = [:]
        for part in parts {
            for change in part.changes {
                sizes[part.source, default: [:]][change.difference.key] = change.difference.size
            }
        }
        return try sizes.reduce(0) { sum, source in
            try source.value.reduce(sum) {
                try $0 + $1.value - store.size(of: source.key, key: $1.key)
            }
        }
    }

    fileprivate func commit(to store: Store) throws -> [Commit] {
        try store.together {
            var commits: [Commit] = []
            for part in parts {
                commits.append(
                    try store.mirror(
                        part.changes, of: part.source, generation: part.generation, saving: part.state))
            }
            if let request { try store.save([request]) }
            return commits
        }
    }
}

nonisolated extension Difference {
    /// The size of the record that is stored, in bytes; 0 for a removal.
    fileprivate var size: Int {
        guard case .put(let record, _) = self else { return 0 }
        return record.key.utf8.count + (record.title?.utf8.count ?? 0) + record.data.count
    }
}

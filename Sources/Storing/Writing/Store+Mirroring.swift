import Records

extension Store {
    /// Applies changes that another almanac has committed to the records of a source, in one transaction.
    ///
    /// Moments and generations stay those of the other almanac; only the numbers in the log are this log's
    /// own. A record that is already the same makes no change, so that a snapshot may be applied like
    /// changes.
    ///
    /// - Parameters:
    ///   - changes: The changes in their order, about 500 at most.
    ///   - source: The source.
    ///   - generation: The source's generation after the changes; `nil` for that of the last change.
    ///   - state: The source's state, stored with the changes; `nil` keeps the stored one.
    /// - Returns: The changes with their numbers.
    /// - Throws: `StoreError` if nothing was stored.
    public func mirror(
        _ changes: [MirroredChange], of source: String, generation: Int? = nil,
        saving state: SourceState? = nil
    ) throws(StoreError) -> Commit {
        try transaction { () throws(StoreError) in
            let row = try row(making: source)
            var writer = try ChangeWriter(
                reader: self, statements: writing, source: row, oldest: oldestContent(of: row), after: end,
                at: UTC(microseconds: 0), isContinuing: false)
            for change in changes where try !isStored(change.difference, in: row) {
                try writer.apply(change)
            }
            try writer.finish()
            if let generation { try writer.adopt(generation: generation) }
            try writing.setComplete.run(.text(source))
            if let state { try write(state, of: row.id) }
            try advance(past: writer)
            return Commit(
                source: source, changes: writer.changes, generation: writer.source.generation,
                recordCount: writer.source.records, end: end, hasChanged: writer.hasChanged)
        }
    }

    /// Whether a record is stored with the same content already.
    private func isStored(_ difference: Difference, in row: SourceRow) throws(StoreError) -> Bool {
        guard case .put(let record, let hash) = difference else { return false }
        return try stored(record.key, in: row)?.record.record.hash == hash
    }

    /// Returns the keys of a source's records after a key, in their order as bytes.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func keys(of source: String, after key: String, limit: Int) throws(StoreError) -> [String] {
        guard let row = try row(of: source) else { return [] }
        return try statements.keys.all(.int(row.id), .text(key), .count(limit)) { $0.text(0) ?? "" }
    }

    /// Returns the size of a source's records after a key, in their order as bytes.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - key: The key after which to begin; empty for the first record.
    ///   - limit: The maximum number of records.
    /// - Returns: The size of keys, titles and data, in bytes, and the last key; `nil` at the end.
    /// - Throws: `StoreError` if the database cannot be read.
    public func size(
        of source: String, after key: String, limit: Int
    ) throws(StoreError) -> (bytes: Int, next: String?) {
        guard let row = try row(of: source) else { return (0, nil) }
        var (bytes, count, last) = (0, 0, key)
        try statements.sizes.each(.int(row.id), .text(key), .count(limit)) { row in
            bytes += row.count(1)
            count += 1
            last = row.text(0) ?? ""
            return true
        }
        return (bytes, count < limit ? nil : last)
    }

    /// Returns the size of a record, in bytes, as `size(of:after:limit:)` counts it; 0 if there is none.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func size(of source: String, key: String) throws(StoreError) -> Int {
        guard let row = try row(of: source) else { return 0 }
        return try statements.size.first(.int(row.id), .text(key)) { $0.count(0) } ?? 0
    }
}

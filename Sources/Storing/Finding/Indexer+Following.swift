import Records

extension Indexer {
    /// Updates the indexes by one step towards the end of the log.
    ///
    /// If the store is new, has no indexes yet, or has a log that no longer reaches back to them, all records
    /// are scanned, also in steps.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of records; 200 take 2 ms, or 20 ms when SQLite merges the segments of
    ///     its index.
    ///   - bytes: The amount of data after which no further record is indexed.
    /// - Returns: Whether more work is left.
    /// - Throws: `StoreError` if the database cannot be used or a record is damaged; the step has no effect
    ///   then.
    public func follow(limit: Int = 200, bytes: Int = 1 << 18) throws(StoreError) -> Bool {
        try sound { () throws(StoreError) in
            var progress = try progress()
            if progress.stage == .following, progress.number == store.end { return false }
            return try store.transaction { () throws(StoreError) in
                try advance(&progress, limit: limit, bytes: bytes)
                try statements.setProgress.run(
                    .int(progress.number), .int(progress.stage.rawValue), .int(progress.id))
                return progress.stage != .following || progress.number < store.end
            }
        }
    }

    private func progress() throws(StoreError) -> IndexProgress {
        let found = try statements.progress.first { row in
            IndexStage(rawValue: row.int(1)).map {
                IndexProgress(number: row.int(0), stage: $0, id: row.int(2))
            }
        }
        // The log does not reach back, or is not the one that was followed, so all records are scanned.
        guard let known = found ?? nil, known.number >= store.oldest - 1, known.number <= store.end else {
            return IndexProgress(number: store.end, stage: .dropping, id: 0)
        }
        return known
    }

    private func advance(_ progress: inout IndexProgress, limit: Int, bytes: Int) throws(StoreError) {
        var rows = try places(after: progress, limit: limit)
        var rest = bytes
        let isLast = rows.count < limit
        rows.reverse()
        while rest > 0, let place = rows.popLast() {
            rest -= try update(place.source, key: place.key)
            progress.pass(place.number)
        }
        if isLast && rows.isEmpty { progress.turn() }
    }

    /// Returns the records to examine in the next step.
    private func places(after progress: IndexProgress, limit: Int) throws(StoreError) -> [IndexedChange] {
        func read(_ row: Row) -> IndexedChange {
            IndexedChange(number: row.int(0), source: row.int(1), key: row.text(2) ?? "")
        }
        return switch progress.stage {
        case .following: try statements.changes.all(.int(progress.number), .count(limit), read: read)
        case .dropping: try statements.entries.all(.int(progress.id), .count(limit), read: read)
        case .adding: try statements.records.all(.int(progress.id), .count(limit), read: read)
        }
    }

    /// Makes the index entries of a record match the store.
    ///
    /// - Returns: The approximate number of bytes processed.
    private func update(_ source: Int64, key: String) throws(StoreError) -> Int {
        let entry = try statements.entryOf.first(.int(source), .text(key)) {
            (id: $0.int(0), number: $0.int(1))
        }
        guard let (_, stored) = try store.stored(key, in: SourceRow(id: source, name: "")) else {
            if let entry { try drop(entry.id) }
            return 100
        }
        guard entry?.number != stored.number else { return 100 }
        if let entry {
            try statements.setEntry.run(.int(stored.number), .int(entry.id))
            try write(stored.record, id: entry.id, with: statements.setWords)
            try statements.dropSpot.run(.int(entry.id))
            try place(stored.record, id: entry.id)
        } else {
            let values: [Binding] = [.int(source), .text(key), .int(stored.number)]
            let id = try statements.addEntry.first(values) { $0.int(0) } ?? 0
            try write(stored.record, id: id, with: statements.addWords)
            try place(stored.record, id: id)
        }
        return 100 + stored.record.data.count
    }

    private func write(
        _ record: Record, id: Int64, with statement: borrowing Statement
    ) throws(StoreError) {
        try statement.run(
            .text(record.title?.folded), .text(record.key.folded), .text(record.wording.folded), .int(id))
    }

    private func place(_ record: Record, id: Int64) throws(StoreError) {
        guard let bounds = record.bounds else { return }
        let (west, east) = bounds.eastward
        try statements.addSpot.run(
            .int(id), .real(bounds.south), .real(bounds.north), .real(west), .real(east))
    }

    private func drop(_ id: Int64) throws(StoreError) {
        try statements.dropWords.run(.int(id))
        try statements.dropSpot.run(.int(id))
        try statements.dropEntry.run(.int(id))
    }
}

extension Record {
    /// The box around the area, otherwise around the position; `nil` without either.
    fileprivate var bounds: GeoBounds? {
        area?.bounds
            ?? position.map {
                GeoBounds(south: $0.latitude, west: $0.longitude, north: $0.latitude, east: $0.longitude)
            }
    }
}

/// The current stage of indexing.
private enum IndexStage: Int64 {
    /// Follows the log.
    case following
    /// Scans the entries for those whose record was removed.
    case dropping
    /// Scans the records for those without an entry.
    case adding
}

/// The progress of the indexes.
private struct IndexProgress {
    /// The number of the last change that was followed, or after which following will begin.
    var number: Int64
    var stage: IndexStage
    /// The last entry or record that was examined.
    var id: Int64

    /// Notes that a row was processed.
    mutating func pass(_ row: Int64) {
        if stage == .following { number = row } else { id = row }
    }

    /// Moves to the next stage.
    mutating func turn() {
        id = 0
        stage = stage == .dropping ? .adding : .following
    }
}

/// A record to examine, and the number of the row that refers to it.
private struct IndexedChange {
    let number: Int64
    let source: Int64
    let key: String
}

import CSQLite

extension Indexer {
    /// The number of changes from which on the indexes are so far behind that their own upkeep is put off.
    private static let far = 5_000
    /// The maximum number of portions of a step.
    private static let portions = 20
    /// The number of pages that a portion merges, and what counts for in portions.
    private static let merging = (pages: 500, portions: 5)

    /// Updates the indexes by one step towards the end of the log.
    ///
    /// If the store is new, has no indexes yet, or has a log that no longer reaches back to them, all records
    /// are scanned, also in steps. While the indexes are far behind, and nothing else waits for the thread, a
    /// step has up to 20 portions, and the segments of the index of words are only merged at the end: that
    /// takes a third of the time.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of records in a portion; 200 take 2 to 7 ms, or 20 ms when SQLite merges
    ///     the segments of its index.
    ///   - bytes: The amount of data after which no further record is in a portion.
    ///   - isAwaited: Whether something else waits for the thread, so that the step should end.
    /// - Returns: Whether more work is left.
    /// - Throws: `StoreError` if the database cannot be used or a record is damaged; the step has no effect
    ///   then.
    public func follow(
        limit: Int = 200, bytes: Int = 1 << 18, isAwaited: () -> Bool = { true }
    ) throws(StoreError) -> Bool {
        try sound { () throws(StoreError) in
            var progress = try progress()
            guard try isBehind(progress) else { return false }
            // The index can be made again from what precedes it in the log.
            return try store.connection.withoutWaiting { () throws(StoreError) in
                try store.transaction { () throws(StoreError) in
                    try prepare(&progress)
                    try advance(&progress, limit: limit, bytes: bytes, isAwaited)
                    try saveProgress(progress)
                    return try isBehind(progress)
                }
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
            return IndexProgress(number: store.end, stage: .adding, id: 0)
        }
        return known
    }

    private func isBehind(_ progress: IndexProgress) throws(StoreError) -> Bool {
        if progress.stage != .following || progress.number < store.end { return true }
        return try statements.gone.first(.int(1)) { _ in true } ?? false
    }

    private func prepare(_ progress: inout IndexProgress) throws(StoreError) {
        spots.removeAll(keepingCapacity: true)
        if progress.stage == .following, store.end - progress.number > Indexer.far {
            progress.stage = .catchingUp
        }
        if progress.stage == .adding || progress.stage == .catchingUp { try tune(.behind) }
    }

    private func saveProgress(_ progress: IndexProgress) throws(StoreError) {
        try placeSpots()
        try statements.setProgress.run(
            .int(progress.number), .int(progress.stage.rawValue), .int(progress.id))
    }

    /// Indexes portions; a small store goes through all stages in one step.
    private func advance(
        _ progress: inout IndexProgress, limit: Int, bytes: Int, _ isAwaited: () -> Bool
    ) throws(StoreError) {
        var rest = Indexer.portions
        var hasTurned = false
        repeat {
            rest -= progress.stage == .merging ? Indexer.merging.portions : 1
            hasTurned = try advance(&progress, limit: limit, bytes: bytes)
        } while progress.stage != .following && rest > 0 && (hasTurned || !isAwaited())
    }

    /// Indexes one portion.
    ///
    /// - Returns: Whether this stage is done.
    private func advance(
        _ progress: inout IndexProgress, limit: Int, bytes: Int
    ) throws(StoreError) -> Bool {
        try dropGone(limit: limit)
        var isDone = try index(after: &progress, limit: limit, bytes: bytes)
        if progress.stage == .merging, try merge() { isDone = false }
        guard isDone else { return false }
        if progress.turn() { try tune(.even) }
        return true
    }

    /// Indexes the records of the next rows.
    ///
    /// - Returns: Whether there are no further rows.
    private func index(
        after progress: inout IndexProgress, limit: Int, bytes: Int
    ) throws(StoreError) -> Bool {
        var (isDone, count, rest, place) = (true, limit, bytes, progress.place)
        func pass(_ row: Row) throws(StoreError) -> Bool {
            isDone = count > 0 && rest > 0
            guard isDone else { return false }
            count -= 1
            rest -= try index(row)
            place = row.int(11)
            return true
        }
        progress.stage == .adding
            ? try statements.records.each(.int(place), body: pass)
            : try statements.changes.each(.int(place), body: pass)
        progress.place = place
        return isDone
    }
}

extension Indexer {
    /// The upkeep of the index of words.
    ///
    /// Source: SQLite, fts5.html §6.
    private enum Upkeep {
        /// Its segments are merged a little with each transaction.
        case even
        /// Its segments are larger, and not merged.
        case behind
    }

    private func tune(_ upkeep: Upkeep) throws(StoreError) {
        let isEven = upkeep == .even
        try statements.tuneWords.run(.text("automerge"), .int(isEven ? 4 : 0))
        try statements.tuneWords.run(.text("crisismerge"), .int(isEven ? 16 : 1_000))
        try statements.tuneWords.run(.text("hashsize"), .int(isEven ? 1 << 20 : 8 << 20))
    }

    /// Merges segments of the index of words.
    ///
    /// - Returns: Whether there was anything to merge: then SQLite counts at least two changes.
    private func merge() throws(StoreError) -> Bool {
        let before = sqlite3_total_changes(store.connection.handle)
        try statements.tuneWords.run(.text("merge"), .count(Indexer.merging.pages))
        return sqlite3_total_changes(store.connection.handle) - before > 1
    }
}

import CSQLite
public import Records

extension Store {
    /// Drops the oldest changes that are too old or too many, a bounded number in each call; the last change
    /// always stays.
    ///
    /// - Parameters:
    ///   - count: The maximum number of changes to keep.
    ///   - age: The maximum age of the oldest change.
    ///   - moment: The current time.
    ///   - limit: The maximum number of changes to drop in this call; 1,000 take about 5 ms.
    /// - Returns: Whether more changes remain to be dropped.
    /// - Throws: `StoreError` if nothing was dropped.
    public func trimLog(
        to count: Int, age: Duration, at moment: UTC, limit: Int = 1000
    ) throws(StoreError) -> Bool {
        let cutoff = moment - age
        let surplus = end - Int64(count)
        var last: Int64?
        var isFull = true
        try writing.oldestChanges.each(.count(limit)) { row in
            let isDue = row.int(0) < end && (row.int(0) <= surplus || row.moment(1) < cutoff)
            if isDue { last = row.int(0) } else { isFull = false }
            return isDue
        }
        guard let last else { return false }
        runs = try transaction { () throws(StoreError) in
            try writing.dropChanges.run(.int(last))
            try writing.dropMoves.run(.int(last))
            try writing.dropBodies.run(.int(last))
            if !isFull { try writing.dropSources.run(.int(last + 1)) }
            return try prunedRuns(before: last + 1)
        }
        oldest = last + 1
        return isFull
    }

    /// Moves the write-ahead log into the database when necessary: always above 16 MB, as each commit also
    /// does, and above 1 MB when the caller is idle. Does not wait for readers.
    ///
    /// - Parameter isIdle: Whether the caller has nothing else to do.
    /// - Returns: Whether a checkpoint was necessary and completed.
    /// - Throws: `StoreError` if the disk fails; no data is lost.
    @discardableResult
    public func checkpointIfNeeded(isIdle: Bool) throws(StoreError) -> Bool {
        try connection.checkpointIfNeeded(isIdle: isIdle)
    }

    /// Moves the whole write-ahead log into the database and empties it, for example before the program
    /// exits.
    ///
    /// - Throws: `StoreError` if the disk fails; no data is lost.
    public func checkpoint() throws(StoreError) {
        _ = try connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }
}

import CSQLite
public import Records

extension Store {
    /// Drops the oldest changes that are too old or too many, a bounded part a call; the last one stays.
    ///
    /// - Parameters:
    ///   - count: The most changes to keep.
    ///   - age: How old the oldest may be.
    ///   - moment: Now.
    ///   - limit: The most changes to drop in this call; 1,000 take about 5 ms.
    /// - Returns: Whether more is left to drop.
    /// - Throws: When nothing could be dropped.
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
        try transaction { () throws(StoreError) in
            try writing.dropChanges.run(.int(last))
            try writing.dropMoves.run(.int(last))
            if !isFull { try writing.dropSources.run(.int(last + 1)) }
        }
        oldest = last + 1
        return isFull
    }

    /// Moves the write-ahead log into the database when that is due: above 16 MB always, as each commit does
    /// by itself, and above 1 MB when nothing else is to be done. Waits for no reader.
    ///
    /// - Parameter isIdle: Whether nothing else is to be done.
    /// - Returns: Whether it was due and done to the end.
    /// - Throws: When the disk fails; nothing is lost by that.
    @discardableResult
    public func checkpointIfNeeded(isIdle: Bool) throws(StoreError) -> Bool {
        let bytes = connection.pagesInLog * 4096
        guard bytes >= Store.maximumLog || isIdle && bytes >= 1 << 20 else { return false }
        return try connection.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
    }

    /// Moves the whole write-ahead log into the database and empties it, as before the end of the program.
    ///
    /// - Throws: When the disk fails; nothing is lost by that.
    public func checkpoint() throws(StoreError) {
        _ = try connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
    }
}

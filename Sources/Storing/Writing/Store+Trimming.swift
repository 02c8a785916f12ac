import CSQLite
public import Records

extension Store {
    /// The limits of the log of changes.
    public struct LogLimits: Hashable, Sendable {
        /// The maximum number of changes.
        public var count: Int
        /// The maximum age of the oldest change.
        public var age: Duration
        /// The maximum size, in bytes.
        public var bytes: Int
        /// The number of bytes that the database shall be able to store without growing.
        public var room: Int

        /// Creates limits.
        public init(count: Int = .max, age: Duration = .seconds(1 << 31), bytes: Int = .max, room: Int = 0) {
            self.count = count
            self.age = age
            self.bytes = bytes
            self.room = room
        }
    }

    /// The size of the log, in bytes.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func loggedBytes() throws(StoreError) -> Int {
        Int(try connection.number("SELECT ifnull(sum(bytes), 0) FROM logged"))
    }

    /// Counts the size of a log that an earlier version wrote, once.
    ///
    /// - Throws: `StoreError` if the database cannot be read or written.
    func countLogged() throws(StoreError) {
        guard try connection.number("SELECT EXISTS (SELECT 1 FROM logged)") == 0 else { return }
        try connection.execute(
            """
            INSERT INTO logged SELECT c.source, sum(\(StoreSchema.loggedBytes)), 0
            FROM change c LEFT JOIN former f ON f.number = c.number GROUP BY c.source
            """)
    }

    /// Drops the oldest changes that are too old or too many; see the method with `LogLimits`.
    public func trimLog(
        to count: Int, age: Duration, at moment: UTC, limit: Int = 1000
    ) throws(StoreError) -> Bool {
        try trimLog(to: LogLimits(count: count, age: age), at: moment, limit: limit)
    }

    /// Drops changes that exceed a limit, a bounded number in each call; the last change always stays.
    ///
    /// For the size, sources that hold more than their share of the log lose the content of their oldest
    /// changes first; see `Store+Shares`. Otherwise the oldest changes are dropped.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - moment: The current time.
    ///   - limit: The maximum number of changes to drop in this call; 1,000 take about 5 ms.
    /// - Returns: Whether more changes remain to be dropped.
    /// - Throws: `StoreError` if nothing was dropped.
    public func trimLog(to limits: LogLimits, at moment: UTC, limit: Int = 1000) throws(StoreError) -> Bool {
        let excess = try max(loggedBytes() - limits.bytes, limits.room - unusedBytes())
        if try trimShares(by: excess, limit: limit) { return true }
        let old = try oldestChanges(beyond: limits, at: moment, excess: excess, limit: limit)
        guard let last = old.last else { return false }
        runs = try transaction { () throws(StoreError) in
            try drop(old, through: last, isLast: old.count < limit)
        }
        oldest = last + 1
        return old.count == limit
    }

    /// The oldest changes that exceed a limit.
    private struct OldChanges {
        /// The number of the last one; `nil` if there is none.
        var last: Int64?
        /// The number of changes.
        var count = 0
        /// Their size, by the row of the source.
        var bytes: [Int64: Int] = [:]
        /// Their size in all.
        var size = 0
    }

    private func oldestChanges(
        beyond limits: LogLimits, at moment: UTC, excess: Int, limit: Int
    ) throws(StoreError) -> OldChanges {
        let cutoff = moment - limits.age
        let surplus = end - Int64(clamping: limits.count)
        var old = OldChanges()
        try writing.oldestChanges.each(.count(limit)) { row in
            let isExcessive = row.int(0) <= surplus || row.moment(1) < cutoff || old.size < excess
            guard row.int(0) < end, isExcessive else { return false }
            old.last = row.int(0)
            old.count += 1
            old.size += row.count(2)
            old.bytes[row.int(3), default: 0] += row.count(2)
            return true
        }
        return old
    }

    /// Drops changes, and with the last ones the sources of which nothing is left.
    ///
    /// - Returns: The runs that remain.
    private func drop(
        _ old: OldChanges, through last: Int64, isLast: Bool
    ) throws(StoreError) -> Runs {
        try writing.dropChanges.run(.int(last))
        try writing.dropMoves.run(.int(last))
        try writing.dropBodies.run(.int(last))
        for (source, size) in old.bytes { try writing.addLogged.run(.int(source), .count(-size)) }
        if isLast {
            try writing.dropSources.run(.int(last + 1))
            try writing.dropLogged.run()
        }
        return try prunedRuns(before: last + 1)
    }

    /// The number of bytes in free pages of the database.
    private func unusedBytes() throws(StoreError) -> Int {
        Int(try connection.number("PRAGMA freelist_count")) * connection.pageSize
    }

    /// Moves the write-ahead log into the database when necessary: always above 16 MB, as each commit also
    /// does, and above 4 MB when the caller is idle. Does not wait for readers.
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

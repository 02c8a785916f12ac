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
        Int(try connection.number("SELECT value FROM meta WHERE name = 'logged'"))
    }

    /// Counts the size of a log that an earlier version wrote, once.
    ///
    /// - Throws: `StoreError` if the database cannot be read or written.
    func countLogged() throws(StoreError) {
        guard try connection.number("SELECT count(*) FROM meta WHERE name = 'logged'") == 0 else { return }
        try connection.execute(
            """
            INSERT INTO meta SELECT 'logged', ifnull(sum(\(StoreSchema.loggedBytes)), 0)
            FROM change c LEFT JOIN former f ON f.number = c.number
            """)
    }

    /// Drops the oldest changes that are too old or too many; see the method with `LogLimits`.
    public func trimLog(
        to count: Int, age: Duration, at moment: UTC, limit: Int = 1000
    ) throws(StoreError) -> Bool {
        try trimLog(to: LogLimits(count: count, age: age), at: moment, limit: limit)
    }

    /// Drops the oldest changes that exceed a limit, a bounded number in each call; the last change always
    /// stays.
    ///
    /// - Parameters:
    ///   - limits: The limits.
    ///   - moment: The current time.
    ///   - limit: The maximum number of changes to drop in this call; 1,000 take about 5 ms.
    /// - Returns: Whether more changes remain to be dropped.
    /// - Throws: `StoreError` if nothing was dropped.
    public func trimLog(to limits: LogLimits, at moment: UTC, limit: Int = 1000) throws(StoreError) -> Bool {
        let cutoff = moment - limits.age
        let surplus = end - Int64(clamping: limits.count)
        let excess = try max(loggedBytes() - limits.bytes, limits.room - unusedBytes())
        var dropped = 0
        var last: Int64?
        var isFull = true
        try writing.oldestChanges.each(.count(limit)) { row in
            let isDue =
                row.int(0) < end && (row.int(0) <= surplus || row.moment(1) < cutoff || dropped < excess)
            if isDue { last = row.int(0) } else { isFull = false }
            if isDue { dropped += row.count(2) }
            return isDue
        }
        guard let last else { return false }
        runs = try transaction { () throws(StoreError) in
            try writing.dropChanges.run(.int(last))
            try writing.dropMoves.run(.int(last))
            try writing.dropBodies.run(.int(last))
            try writing.addLogged.run(.count(-dropped))
            if !isFull { try writing.dropSources.run(.int(last + 1)) }
            return try prunedRuns(before: last + 1)
        }
        oldest = last + 1
        return isFull
    }

    /// The number of bytes in free pages of the database.
    private func unusedBytes() throws(StoreError) -> Int {
        Int(try connection.number("PRAGMA freelist_count")) * 4096
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
